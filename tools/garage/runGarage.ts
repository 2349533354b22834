import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Counter, openCounter } from './counter.ts'
import { payCharges } from './payCharges.ts'
import { reserveSpace } from './reserveSpace.ts'
import { browserClient, type EquipmentClient, equipmentClient } from './clients.ts'

export type Options = {
  url: string
  /** Null: the demo's. With a key only lots, cars and sensors are driven, no reservations. */
  deviceKey: string | null
  /** Garage minutes per real minute. */
  speed: number
  /** Per garage hour. */
  carsPerHour: number
  /** Null: until stopped. */
  forMs: number | null
  stop: AbortSignal
  say: (line: string) => void
}

const demoReply = z.object({
  lots: z.array(z.object({ id: z.number() })),
  device_key: z.string(),
  customer: z.optional(z.object({ email: z.string(), password: z.string() })),
  staff: z.optional(
    z.array(
      z.object({ email: z.string(), password: z.string(), level: z.number(), totp_secret: z.string() }),
    ),
  ),
  cards: z.array(z.object({ number: z.string(), note: z.string() })),
  pix_url: z.nullish(z.string()),
})
const statsReply = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      total_normal: z.number(),
      free_normal: z.number(),
      total_pregnant: z.number(),
      free_pregnant: z.number(),
      total_disabilities: z.number(),
      free_disabilities: z.number(),
      total_reserves: z.number(),
      free_reserves: z.number(),
    }),
  ),
})
type Occupancy = { normal: number; pregnant: number; disabilities: number; reserves: number }

const minuteMs = 60_000
const sensorsMs = 2_000
/** An account may have ten cars. */
const maxReserved = 6

type Counts = Record<'entered' | 'paid' | 'taken' | 'left' | 'reserved' | 'cancelled' | 'failed', number>
type Garage = Options & {
  gates: EquipmentClient
  demo: z.output<typeof demoReply>
  counts: Counts
  /** Null where the demo's staff are not known. */
  counter: Counter | null
  /** Sensor counts by lot. */
  seen: Map<number, Occupancy>
  reserving: number
}

/**
 * Drives a running demo portal. At speed 60 a car that stays two hours is inside for two minutes: its
 * entrance is reported with an earlier instant.
 */
export async function runGarage(options: Options): Promise<Counts> {
  const demo = await findGarage(options).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error
    throw new Error(`no portal answers at ${options.url}: start one, or set GARAGE_URL`, { cause: error })
  })
  const counts: Counts = { entered: 0, paid: 0, taken: 0, left: 0, reserved: 0, cancelled: 0, failed: 0 }
  const gates = equipmentClient(options.url, demo.device_key)
  const seen = await readOccupancy(options.url)
  const garage: Garage = {
    ...options,
    gates,
    demo,
    counts,
    counter: await counterOf(options.url, demo),
    seen,
    reserving: 0,
  }
  const known = new Map<string, number>()
  const sensors = setInterval(
    () => void Promise.all([reportOccupancy(garage), payPix(garage, known)]),
    sensorsMs,
  )
  const until = options.forMs === null ? null : performance.now() + options.forMs
  const everyMs = (60 * minuteMs) / options.carsPerHour / options.speed
  const driving = new Set<Promise<void>>()
  options.say(`${demo.lots.length} lots, a car every ${Math.round(everyMs)} ms`)
  for (let n = 0; !options.stop.aborted && (until === null || performance.now() < until); n += 1) {
    const car = drive(garage, n).catch((error: unknown) => {
      counts.failed += 1
      options.say(String(error))
    })
    driving.add(car)
    void car.finally(() => driving.delete(car))
    if (n % 20 === 0) options.say(JSON.stringify(counts))
    await wait(everyMs, undefined, { signal: options.stop }).catch(() => {})
  }
  await Promise.all(driving)
  clearInterval(sensors)
  await reportOccupancy(garage)
  return counts
}

async function counterOf(url: string, { staff = [], lots }: Garage['demo']): Promise<Counter | null> {
  const supervisor = staff.find(({ level }) => level === 10)
  const lotIds = lots.map(({ id }) => id)
  return supervisor ? openCounter(url, supervisor, lotIds) : null
}

function findGarage({ url, deviceKey }: Options): Promise<z.output<typeof demoReply>> {
  return deviceKey === null ? readDemo(url) : garageOfDevice(url, deviceKey)
}

/** `fetch` throws a TypeError when there is no connection. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError
}

function readDemo(url: string): Promise<z.output<typeof demoReply>> {
  return browserClient(url).get('/dev/demo', demoReply)
}

async function garageOfDevice(url: string, deviceKey: string): Promise<z.output<typeof demoReply>> {
  const { data } = await browserClient(url).get('/api/parking/stats', statsReply)
  return { lots: data.map(({ id }) => ({ id })), device_key: deviceKey, cards: [] }
}

/** Cars in each lot before the run. */
async function readOccupancy(url: string): Promise<Map<number, Occupancy>> {
  const { data } = await browserClient(url).get('/api/parking/stats', statsReply)
  const counted = data.map((lot): [number, Occupancy] => [
    lot.id,
    {
      normal: lot.total_normal - lot.free_normal,
      pregnant: lot.total_pregnant - lot.free_pregnant,
      disabilities: lot.total_disabilities - lot.free_disabilities,
      reserves: lot.total_reserves - lot.free_reserves,
    },
  ])
  return new Map(counted)
}

/** A failed report is replaced by the next one. */
async function reportOccupancy({ gates, seen, say }: Garage): Promise<void> {
  for (const [lotId, counted] of seen) {
    try {
      await gates.count(lotId, { ...counted, at: new Date().toISOString() })
    } catch (error) {
      say(String(error))
    }
  }
}

/** A failure is retried in the next round. */
async function payPix({ demo, say }: Garage, known: Map<string, number>): Promise<void> {
  if (!demo.pix_url) return
  try {
    await payCharges(demo.pix_url, known, performance.now())
  } catch (error) {
    say(String(error))
  }
}

function countCar({ seen }: Garage, lotId: number, space: 'normal' | 'reserves', change: 1 | -1): void {
  const counted = seen.get(lotId)
  if (counted) counted[space] = Math.max(0, counted[space] + change)
}

async function drive(garage: Garage, n: number): Promise<void> {
  const lot = garage.demo.lots[n % garage.demo.lots.length]
  if (!lot) throw new Error('the demo has no lots')
  // One car in eight reserves.
  if (n % 8 !== 0 || !garage.demo.customer || garage.reserving >= maxReserved)
    return driveWalkIn(garage, lot.id)
  garage.reserving += 1
  try {
    await driveReserved(garage, n)
  } finally {
    garage.reserving -= 1
  }
}

async function driveWalkIn(garage: Garage, lotId: number): Promise<void> {
  const { gates, counts } = garage
  const stayMinutes = randomInt(5, 300)
  const { code } = await gates.enter({
    lot_id: lotId,
    gate: 'E1',
    plate: plate(),
    entered_at: enteredAt(garage, stayMinutes),
  })
  counts.entered += 1
  countCar(garage, lotId, 'normal', 1)
  await waitParked(garage, stayMinutes)
  await payAndLeave(garage, lotId, code)
  countCar(garage, lotId, 'normal', -1)
}

async function payAndLeave({ gates, counts, counter }: Garage, lotId: number, code: string): Promise<void> {
  const exit = { lot_id: lotId, gate: 'S1', code }
  const asked = await gates.leave(exit)
  if (!asked.open) {
    // One car in three pays at the counter.
    if (counter && randomInt(3) === 0) {
      await counter.take(code)
      counts.taken += 1
    } else {
      const method = ['cash', 'pix', 'card'][randomInt(3)]
      await gates.pay({ code, amount: asked.due ?? 0, paid_at: new Date().toISOString(), method })
      counts.paid += 1
    }
    const again = await gates.leave(exit)
    if (!again.open) throw new Error(`ticket ${code} was paid and the gate says ${again.reason}`)
  }
  counts.left += 1
}

async function driveReserved(garage: Garage, n: number): Promise<void> {
  const { url, demo, counts, gates } = garage
  const card = demo.cards.find(({ note }) => note.includes('aprovado'))?.number
  if (!demo.customer || !card) return
  const lotId = 1
  const wanted = { plate: plate(), card, lotId }
  const space = await reserveSpace(url, demo.customer, wanted)
  counts.reserved += 1
  if (n % 32 === 24) {
    await space.cancel()
    counts.cancelled += 1
    await space.forgetCar()
    return
  }
  const stayMinutes = randomInt(40, 300)
  const { code } = await gates.enter({
    lot_id: lotId,
    gate: 'E2',
    plate: wanted.plate,
    entered_at: enteredAt(garage, stayMinutes),
  })
  counts.entered += 1
  countCar(garage, lotId, 'reserves', 1)
  await waitParked(garage, stayMinutes)
  await space.authoriseExit()
  await payAndLeave(garage, lotId, code)
  countCar(garage, lotId, 'reserves', -1)
  await space.forgetCar()
}

/** The reported entrance, which makes the stay as long as in the garage. */
function enteredAt({ speed }: Garage, stayMinutes: number): string {
  return new Date(Date.now() - stayMinutes * minuteMs * (1 - 1 / speed)).toISOString()
}

async function waitParked({ speed, stop }: Garage, stayMinutes: number): Promise<void> {
  await wait((stayMinutes * minuteMs) / speed, undefined, { signal: stop }).catch(() => {})
}

/** A Mercosul plate. */
function plate(): string {
  const letter = () => String.fromCharCode(65 + randomInt(26))
  return `${letter()}${letter()}${letter()}${randomInt(10)}${letter()}${randomInt(10)}${randomInt(10)}`
}
