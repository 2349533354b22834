import { at, type Answer, type PortalClient, textAt } from '../client.ts'
import { cardEndingIn, must, pay } from '../flow.ts'
import { customer } from '../people.ts'
import { signGateCode } from '#reservation/server/gateCode.ts'
import type { TestPortal } from '../portal.ts'

let plates = 0
/** A plate that no other car of the run has. */
export function freshPlate(): string {
  plates += 1
  const letters = [...String(plates).padStart(4, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)])
  return `${letters.slice(0, 3).join('')}${plates % 10}${letters[3]}${String(plates % 97).padStart(2, '0')}`
}

export async function addVehicle(client: PortalClient, plate: string): Promise<number> {
  const added = must(await client.post('/api/gl_person_vehicle', { name: 'Carro', license_plate: plate }))
  return Number(at(added.body, 'data.id'))
}

export function createReserve(client: PortalClient, vehicleId: number, lotId?: number): Promise<Answer> {
  return client.post('/api/pm_transaction/createReserve', {
    personVehicle_id: vehicleId,
    ...(lotId === undefined ? {} : { lot_id: lotId }),
  })
}

/** A new customer with a car. */
export async function driver(portal: Pick<TestPortal, 'client'>, plate = freshPlate()) {
  const { client, person } = await customer(portal)
  return { client, person, plate, vehicleId: await addVehicle(client, plate) }
}

export type Reserved = Awaited<ReturnType<typeof reserved>>

/** A paid reservation with its hold. */
export async function reserved(portal: Pick<TestPortal, 'client'>, lotId?: number, card = cardEndingIn(1)) {
  const person = await driver(portal)
  const created = must(await createReserve(person.client, person.vehicleId, lotId))
  const token = textAt(created.body, 'ws_token')
  const code = textAt(created.body, 'ticket_code')
  const paid = must(await pay(person.client, token, card))
  if (at(paid.body, 'data.ok') !== true) throw new Error(`hold refused: ${JSON.stringify(paid.body)}`)
  return { ...person, token, code, ...callsOn(person.client, token) }
}

/** The calls of a reservation, by its token. */
export function callsOn(client: PortalClient, token: string) {
  const path = `/api/pm_transaction/${token}`
  return {
    read: () => client.get(path),
    cancel: () => client.post(`${path}/reserveCancel`),
    confirm: () => client.post(`${path}/reserveConfirm`),
    value: () => client.get(`${path}/getValue`),
    qrcode: (accept = 'image/png') => client.get(`${path}/qrcode`, { headers: { accept } }),
  }
}

/** Changes settings of reservations, as staff do. */
export async function setReserve(
  portal: TestPortal,
  change: { enabled?: boolean; valueCents?: number; minCents?: number },
): Promise<void> {
  const { enabled = true, valueCents = 5000, minCents = 1500 } = change
  const set = (key: string, value: object) =>
    portal.db
      .updateTable('setting')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', key)
      .execute()
  await set('page', { reserveEnabled: enabled })
  await set('reserve', { valueCents, minCents })
}

/** The text of a reservation's QR code. */
export async function qrTextOf(portal: TestPortal, code: string): Promise<string> {
  const rows = portal.db.selectFrom('reservation').select('gate_token').where('ticket_code', '=', code)
  return signGateCode(portal.deps.reservation.gateKey, (await rows.executeTakeFirstOrThrow()).gate_token)
}

export function casesOf(portal: TestPortal, token: string) {
  return portal.db
    .selectFrom('review_case')
    .innerJoin('payment', 'payment.id', 'review_case.payment_id')
    .select(['kind', 'review_case.amount_cents'])
    .where('token', '=', token)
    .execute()
}

/** Advances the clock by minutes and runs what is due. */
export async function passMinutes(portal: TestPortal, minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await portal.sweep()
  await portal.runJobs()
}
