import { recordExitQuestion, recordExitRefusal } from '#ticket/server/gate/exitRefusals.ts'
import { readAuthorisedDeadline } from '#ticket/server/flow/gateEvents.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { recordExit } from '#ticket/server/gate/recordExit.ts'
import { recordMovement } from '#parking/server/flow/countOccupancy.ts'
import { type TicketReference, findTicketsAtGate } from '#ticket/server/store.ts'
import { findPrintedCode } from '#ticket/server/codes/ticketCodes.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import type { Db, Tx } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import {
  findTicketCodeByQr,
  recordReservedExit,
  lockReservationAtExit,
  type ReservationAtExit,
} from '#reservation/server/flow/reservedExit.ts'
import { lockStay } from '#ticket/server/stay.ts'
import { withExitOpenUntil, type Stay } from '#ticket/stay.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import { cleanPlate } from '#vehicle/plate.ts'
import { type ExitReason, registerExit, type WireExit } from '../../contract.ts'
import { deviceActor, assertDeviceLot, type Device } from '../device.ts'
import { readDeviceInstant } from '../deviceClock.ts'
import type { EquipmentDeps } from '../deps.ts'
import { withIdempotencyKey } from '../withIdempotencyKey.ts'
import { opensGate, wireExit } from '../view.ts'

type ExitBody = BodyOf<typeof registerExit>

/** Closes the ticket when the car may leave. Throws `foreign_lot`, 422. */
export async function answerExit(deps: EquipmentDeps, device: Device, body: ExitBody): Promise<WireExit> {
  assertDeviceLot(device, body.lot_id)
  const now = deps.clock.now()
  const at = await readDeviceInstant(deps.db, device, { field: 'at', sent: body.at, now })
  const call = { name: 'exits', body, now, stored: registerExit.reply.shape.data, storedAs: storedExit }
  return withIdempotencyKey(deps.db, device, call, async (tx) => {
    const reference = await ticketReferenceOf(tx, deps.gateKey, body)
    const [found, ...others] = reference ? await findTicketsAtGate(tx, reference, at) : []
    if (!found) {
      const { lot_id: lotId, gate } = body
      await recordExitQuestion(tx, { deviceId: device.id, lotId, gate, at, read: readTextOf(body) })
      return wireExit({ reason: 'not_found' })
    }
    const refuse = async (reason: ExitReason, ticketId: number, dueCents = 0) => {
      await recordExitRefusal(tx, { ticketId, gate: body.gate, at, reason, dueCents })
      return wireExit({ reason })
    }
    for (const { id } of others) await refuse('ask_ticket', id)
    if (others.length > 0) return refuse('ask_ticket', found.id)
    if (found.lot_id !== body.lot_id) return refuse('other_lot', found.id)
    const codeAtGate = body.code ?? (await findPrintedCode(tx, found.code)) ?? found.code
    const ticket = { ...found, codeAtGate }
    const reservation = await lockReservationAtExit(tx, ticket.id, at)
    const current = withExitOpenUntil(await lockStay(tx, ticket.id, at), reservation?.openUntil ?? null)
    const { reason, stay } = reservation
      ? decideReservedExit(current, reservation)
      : await decideTicketExit(tx, ticket, current, at)
    if (!opensGate(reason)) {
      await refuse(reason, ticket.id, stay.dueCents)
      return wireExit({ reason, ticket, stay, now })
    }
    const actor = deviceActor(device)
    const space = reservation ? 'reserves' : 'normal'
    if (reservation) await recordReservedExit(tx, deps, ticket.id, { actor, now })
    // An exit before the entrance would be counted twice by an occupancy report between.
    await recordMovement(tx, { lotId: ticket.lot_id, space, change: -1, at: later(at, ticket.entered_at) })
    await recordExit(tx, ticket.id, { gate: body.gate, at, now, actor, stay })
    return wireExit({ reason, ticket, stay, now })
  })
}

/** With a reason that the previous release can read (docs/spec.md#r39). */
function storedExit(exit: WireExit): WireExit {
  return exit.reason === 'covered' ? { ...exit, reason: 'free' } : exit
}

/** The code comes before the plate, because two cars may carry one plate. */
async function ticketReferenceOf(db: Db, gateKey: Buffer, body: ExitBody): Promise<TicketReference | null> {
  if (body.code) return { code: body.code }
  if (body.qr) {
    const code = await findTicketCodeByQr(db, gateKey, body.qr)
    return code === null ? null : { code }
  }
  const plate = body.plate && cleanPlate(body.plate)
  return plate ? { plate, lotId: body.lot_id } : null
}

/** An unknown QR code is 'QR'; '' where the gate read nothing. */
function readTextOf({ code, qr, plate }: ExitBody): string {
  if (code) return code
  return qr ? 'QR' : ((plate && cleanPlate(plate)) ?? plate ?? '')
}

type ExitDecision = { reason: ExitReason; stay: Stay }

async function decideTicketExit(tx: Tx, ticket: StoredTicket, stay: Stay, at: Date): Promise<ExitDecision> {
  const reason = stay.state === 'issued' ? 'free' : stay.state
  if (reason !== 'due' && reason !== 'overdue') return { reason, stay }
  const until = await readAuthorisedDeadline(tx, ticket.code)
  if (until === null || !canExitAt(until, at)) return { reason, stay }
  return { reason: 'authorised', stay: { ...stay, exitDeadlineAt: until } }
}

function decideReservedExit(stay: Stay, { openUntil, isOnHold }: ReservationAtExit): ExitDecision {
  const state = stay.state === 'issued' ? 'free' : stay.state
  const isAuthorised = state !== 'free' || openUntil !== null
  const isHeld = isOnHold && (state === 'due' || state === 'overdue')
  return { reason: isAuthorised && !isHeld ? state : 'not_authorised', stay }
}
