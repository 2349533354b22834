import type { BodyOf } from '#kit/endpoint.ts'
import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { lockReservationOfTicket, authorisePaidExit } from '#reservation/server/flow/authoriseReservedExit.ts'
import { findTicketsAtGate } from '#ticket/server/store.ts'
import { recordMachinePayment } from '#ticket/server/flow/recordMachinePayment.ts'
import { registerPayment } from '../../contract.ts'
import { deviceActor, assertDeviceLot, type Device } from '../device.ts'
import { readDeviceInstant } from '../deviceClock.ts'
import type { EquipmentDeps } from '../deps.ts'
import { withIdempotencyKey } from '../withIdempotencyKey.ts'
import { dueAndDeadline } from '../view.ts'

type PaymentBody = BodyOf<typeof registerPayment>

/** Throws `ticket_not_found`, `foreign_lot`, 422. */
export async function registerMachinePayment(deps: EquipmentDeps, device: Device, body: PaymentBody) {
  const now = deps.clock.now()
  const amountCents = parseReais(body.amount)
  if (amountCents === null || amountCents === 0) throw invalid({ amount: ['Valor inválido.'] })
  const paidAt = await readDeviceInstant(deps.db, device, { field: 'paid_at', sent: body.paid_at, now })
  const call = { name: 'payments', body, now, stored: registerPayment.reply.shape.data }
  return withIdempotencyKey(deps.db, device, call, async (tx) => {
    const [ticket] = await findTicketsAtGate(tx, { code: body.code }, paidAt)
    if (!ticket) throw fail('ticket_not_found')
    assertDeviceLot(device, ticket.lot_id)
    const { code, method } = body
    const actor = deviceActor(device)
    const reserved = await lockReservationOfTicket(tx, ticket.id)
    const paid = { code, amountCents, paidAt, method, now, actor }
    const { stay, deadlineAt } = await recordMachinePayment(tx, paid)
    const { state } = stay
    if (deadlineAt !== null) await authorisePaidExit(tx, reserved, { exitDeadlineAt: deadlineAt, now, actor })
    return { code, state, paid: state === 'paid', ...dueAndDeadline(stay, ticket.time_zone, now) }
  })
}
