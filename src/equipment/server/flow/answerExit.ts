import { recordExitRefusal } from '#ticket/server/gate/exitRefusals.ts'
import { authorisedUntil } from '#ticket/server/flow/gateEvents.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import { recordExit } from '#ticket/server/gate/recordExit.ts'
import { recordMovement } from '#parking/server/flow/countCars.ts'
import { type TicketReference, ticketsAtGate } from '#ticket/server/gate/ticketAtGate.ts'
import { printedCodeOf } from '#ticket/server/codes/printedCode.ts'
import * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import type { Db, Tx } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import {
  codeOfQr,
  leaveReserved,
  reservedAtExit,
  type ReservedAtExit,
} from '#reservation/server/flow/atExit.ts'
import { lockStay } from '#ticket/server/stay.ts'
import { openedUntil, type Stay } from '#ticket/stay.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import { plainPlate } from '#vehicle/plate.ts'
import { type ExitReason, exitReason, registerExit, type WireExit } from '../../contract.ts'
import { actorOf, checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'
import { opens, wireExit } from '../view.ts'

type ExitBody = BodyOf<typeof registerExit>

/** `said`: the reason, where the release before reads another. */
const stored = z.pipe(
  z.extend(registerExit.reply.shape.data, { said: z.optional(exitReason) }),
  z.transform(({ said, ...exit }): WireExit => (said === undefined ? exit : { ...exit, reason: said })),
)

/** The release before reads stored answers and knows fewer reasons (docs/spec.md#r39). */
const reasonsBefore: Partial<Record<ExitReason, ExitReason>> = {
  ask_ticket: 'not_authorised',
  authorised: 'free',
}

function toStore(answer: WireExit): WireExit & { said?: ExitReason } {
  const reason = reasonsBefore[answer.reason]
  return reason === undefined ? answer : { ...answer, reason, said: answer.reason }
}

/** Closes the ticket when the car may leave. Throws `foreign_lot`, 422. */
export async function answerExit(deps: EquipmentDeps, device: Device, body: ExitBody): Promise<WireExit> {
  checkLot(device, body.lot_id)
  const now = deps.clock.now()
  const at = deviceInstant('at', body.at, now)
  return idempotent(deps.db, device, { name: 'exits', body, now, stored, toStore }, async (tx) => {
    const named = await nameOf(tx, deps, body)
    const [found, ...others] = named ? await ticketsAtGate(tx, named, at) : []
    if (!found) return wireExit({ reason: 'not_found' })
    const refuse = async (reason: ExitReason, ticketId: number, dueCents = 0) => {
      await recordExitRefusal(tx, { ticketId, gate: body.gate, at, reason, dueCents })
      return wireExit({ reason })
    }
    for (const { id } of others) await refuse('ask_ticket', id)
    if (others.length > 0) return refuse('ask_ticket', found.id)
    if (found.lot_id !== body.lot_id) return refuse('other_lot', found.id)
    const ticket = { ...found, named: body.code ?? (await printedCodeOf(tx, found.code)) ?? found.code }
    const reserved = await reservedAtExit(tx, ticket.id, at)
    const asked = openedUntil(await lockStay(tx, ticket.id, at), reserved?.openUntil ?? null)
    const { reason, stay } = reserved
      ? reservedExit(asked, reserved)
      : await ordinaryExit(tx, ticket, asked, at)
    if (!opens(reason)) {
      await refuse(reason, ticket.id, stay.dueCents)
      return wireExit({ reason, ticket, stay })
    }
    const actor = actorOf(device)
    const space = reserved ? 'reserves' : 'normal'
    if (reserved) await leaveReserved(tx, deps, ticket.id, { actor, now })
    // An exit before the entrance would be counted twice by an occupancy report between.
    await recordMovement(tx, { lotId: ticket.lot_id, space, change: -1, at: later(at, ticket.entered_at) })
    await recordExit(tx, ticket.id, { gate: body.gate, at, now, actor, stay })
    return wireExit({ reason, ticket, stay })
  })
}

/** The code comes first: two cars may carry one plate. */
async function nameOf(db: Db, { gateKey }: EquipmentDeps, body: ExitBody): Promise<TicketReference | null> {
  if (body.code) return { code: body.code }
  if (body.qr) {
    const code = await codeOfQr(db, gateKey, body.qr)
    return code === null ? null : { code }
  }
  const plate = body.plate && plainPlate(body.plate)
  return plate ? { plate, lotId: body.lot_id } : null
}

type Judged = { reason: ExitReason; stay: Stay }

/** Opens for a paid or free stay, and once by staff's word though money is due. */
async function ordinaryExit(tx: Tx, ticket: StoredTicket, stay: Stay, at: Date): Promise<Judged> {
  const reason = stay.state === 'issued' ? 'free' : stay.state
  if (reason !== 'due' && reason !== 'overdue') return { reason, stay }
  const until = await authorisedUntil(tx, ticket.code)
  if (until === null || !mayLeave(until, at)) return { reason, stay }
  return { reason: 'authorised', stay: { ...stay, exitDeadlineAt: until } }
}

function reservedExit(stay: Stay, reserved: ReservedAtExit): Judged {
  const state = stay.state === 'issued' ? 'free' : stay.state
  const isAuthorised = state !== 'free' || reserved.openUntil !== null
  const isHeld = reserved.onHold && (state === 'due' || state === 'overdue')
  return { reason: isAuthorised && !isHeld ? state : 'not_authorised', stay }
}
