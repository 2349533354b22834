import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Answer, at } from '#test/support/client.ts'
import { addVehicle, callsOn, createReserve, freshPlate } from '#test/support/garage/reserve.ts'
import { createAccount, randomPerson } from '#test/support/people.ts'
import type { Random } from '../../fuzz/random.ts'
import { payOpened } from './payer.ts'
import { callGate, Visitor, type Run } from './visitor.ts'

type Customer = { me: Visitor; plate: string; vehicleId: number }

/** A customer with an account and a car, before the faults begin. */
export async function customer(run: Run, random: Random): Promise<Customer> {
  const me = new Visitor(run, random)
  await createAccount(
    me,
    randomPerson((count) => random.below(count)),
  )
  const plate = freshPlate()
  return { me, plate, vehicleId: await addVehicle(me, plate) }
}

const fates = ['cancelled', 'used', 'used', 'used up', 'free', 'no-show'] as const

/** A reservation and its ending. The latest arrival of a no-show passes while the run is settled. */
export async function reservation(
  run: Run,
  random: Random,
  { me, plate, vehicleId }: Customer,
): Promise<void> {
  const { runLog } = run
  const created = await repeated(() => createReserve(me, vehicleId, 1))
  const token = at(created.body, 'ws_token')
  const code = at(created.body, 'ticket_code')
  runLog.count(`reservation: made, ${created.status}`)
  if (typeof token !== 'string' || typeof code !== 'string') return
  const calls = callsOn(me, token)
  await payOpened({ run, random, me, token })
  if (at((await calls.read()).body, 'data.state') !== 'authorised')
    return runLog.count('reservation: not held')
  const fate = random.pick(fates)
  runLog.count(`reservation: ${fate}`)
  await wait(random.below(1_000))
  if (fate === 'no-show') return
  if (fate === 'cancelled') {
    const [once] = await Promise.all([repeated(calls.cancel), random.chance(0.4) ? calls.cancel() : null])
    return runLog.count(`reservation: cancel answered ${once.status}`)
  }
  await callGate(run, random, (gate, headers) => gate.entry({ lot_id: 1, gate: 'E2', plate }, headers))
  await backdateEntry(run, code, { used: 250, 'used up': 3_200, free: 3 }[fate])
  await leave(run, random, { me, token, code })
}

/** 'Autorizar saída', sometimes twice at once; a difference is paid; then the gate. */
async function leave(
  run: Run,
  random: Random,
  { me, token, code }: { me: Visitor; token: string; code: string },
): Promise<void> {
  const { runLog } = run
  const calls = callsOn(me, token)
  for (let tries = 0; tries < 8; tries += 1) {
    const [answer] = await Promise.all([calls.confirm(), random.chance(0.3) ? calls.confirm() : null])
    const surplus = at(answer.body, 'data.surplus_token')
    const isPutOff = at(answer.body, 'data.ok') === false && typeof surplus !== 'string'
    if (isPutOff && random.chance(0.5)) await payAtMachine(run, random, { code, value: await calls.value() })
    if (typeof surplus === 'string') {
      runLog.count('reservation: a difference is due')
      await payOpened({ run, random, me, token: surplus })
    }
    const left = await callGate(run, random, (gate, headers) =>
      gate.exit({ lot_id: 1, gate: 'S2', code }, headers),
    )
    if (at(left.body, 'open') === true) return runLog.count('reservation: left')
    if (at(answer.body, 'data.ok') === true)
      runLog.violation('the gate did not open for an authorised exit', { code, left: left.body })
    await wait(800)
  }
  runLog.count('reservation: stays inside')
}

/** Pays the stay at a machine when the hold could not be captured. */
async function payAtMachine(
  run: Run,
  random: Random,
  { code, value }: { code: string; value: Answer },
): Promise<void> {
  const amount = Number(at(value.body, 'data.value') ?? 0)
  if (amount === 0) return
  const paid_at = new Date().toISOString()
  const paid = await callGate(run, random, (gate, headers) =>
    gate.payment({ code, amount, paid_at, method: 'cash' }, headers),
  )
  run.runLog.count(`reservation: paid at a machine, ${paid.status}`)
}

/** Moves a car's entry back. */
async function backdateEntry({ environment }: Run, code: string, minutes: number): Promise<void> {
  await sql`update ticket set entered_at = entered_at - ${minutes} * interval '1 minute' where code = ${code}`.execute(
    environment.db,
  )
}

/** Repeats an idempotent call until it is answered. */
async function repeated(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call()
    if ((answer.status !== 0 && answer.status !== 503) || tries > 8) return answer
    await wait(300)
  }
}
