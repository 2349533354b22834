import type { BodyOf } from '#kit/endpoint.ts'
import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { lockReservationOf, openPaidExit } from '#reservation/server/flow/openExit.ts'
import { ticketsAtGate } from '#ticket/server/gate/ticketAtGate.ts'
import { recordMachinePayment } from '#ticket/server/flow/recordMachinePayment.ts'
import { registerPayment, type WireMachinePayment } from '../../contract.ts'
import { actorOf, checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'
import { dueAndDeadline } from '../view.ts'

/** Throws `ticket_not_found`, `foreign_lot`, 422. */
export async function bookMachinePayment(
  deps: EquipmentDeps,
  device: Device,
  body: BodyOf<typeof registerPayment>,
): Promise<WireMachinePayment> {
  const now = deps.clock.now()
  const amountCents = parseReais(body.amount)
  if (amountCents === null || amountCents === 0) throw invalid({ amount: ['Valor inválido.'] })
  const paidAt = deviceInstant('paid_at', body.paid_at, now)
  const call = { name: 'payments', body, now, stored: registerPayment.reply.shape.data }
  return idempotent(deps.db, device, call, async (tx) => {
    const [ticket] = await ticketsAtGate(tx, { code: body.code }, paidAt)
    if (!ticket) throw fail('ticket_not_found')
    checkLot(device, ticket.lot_id)
    const { code, method } = body
    const actor = actorOf(device)
    const reserved = await lockReservationOf(tx, ticket.id)
    const paid = { code, amountCents, paidAt, method, now, actor }
    const { stay, deadlineAt } = await recordMachinePayment(tx, paid)
    const { state } = stay
    if (deadlineAt !== null) await openPaidExit(tx, reserved, { exitDeadlineAt: deadlineAt, now, actor })
    return { code, state, paid: state === 'paid', ...dueAndDeadline(stay, ticket.time_zone) }
  })
}
