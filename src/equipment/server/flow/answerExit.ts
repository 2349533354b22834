import * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { recordMovement } from '#parking/server/flow/recordMovement.ts'
import {
  codeOfQr,
  leaveReserved,
  reservedAtExit,
  type ReservedAtExit,
} from '#reservation/server/flow/atExit.ts'
import { recordExit } from '#ticket/server/gate/recordExit.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import { printedCodeOf } from '#ticket/server/codes/printedCode.ts'
import { type TicketReference, ticketAtGate } from '#ticket/server/gate/ticketAtGate.ts'
import { openedUntil, type Stay } from '#ticket/stay.ts'
import { plainPlate } from '#vehicle/plate.ts'
import { type ExitReason, registerExit, type WireExit } from '../../contract.ts'
import { actorOf, checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'
import { opens, wireExit } from '../view.ts'

type Asked = BodyOf<typeof registerExit>

const parse = (answer: unknown): WireExit => z.parse(registerExit.reply.shape.data, answer)

/**
 * A car stands at the exit: opens when nothing is owed, and closes the ticket then. A shut gate is an answer,
 * with the reason and what is due. Throws `foreign_lot`, and 422 for a future instant.
 */
export async function answerExit(deps: EquipmentDeps, device: Device, asked: Asked): Promise<WireExit> {
  checkLot(device, asked.lot_id)
  const now = deps.clock.now()
  const at = deviceInstant('at', asked.at, now)
  return idempotent(deps.db, device, { name: 'exits', body: asked, now, parse }, async (db) => {
    const named = await nameOf(db, deps, asked)
    const found = named && (await ticketAtGate(db, named, at))
    const ticket = found && {
      ...found,
      named: asked.code ?? (await printedCodeOf(db, found.code)) ?? found.code,
    }
    if (!ticket) return wireExit({ reason: 'not_found' })
    if (ticket.lotId !== asked.lot_id) return wireExit({ reason: 'other_lot' })
    const reserved = await reservedAtExit(db, ticket.id, at)
    const stay = openedUntil(await lockStay(db, ticket.id, at), reserved?.openUntil ?? null)
    const reason = reasonOf(stay, reserved)
    if (!opens(reason)) return wireExit({ reason, ticket, stay })
    const actor = actorOf(device)
    const space = reserved ? 'reserves' : 'normal'
    if (reserved) await leaveReserved(db, deps, ticket.id, { actor, now })
    // Nobody leaves before they came, or a report of the sensors between the two would count the car for ever.
    await recordMovement(db, { lotId: ticket.lotId, space, change: -1, at: later(at, ticket.enteredAt) })
    await recordExit(db, ticket.id, { gate: asked.gate, at, now, actor, stay })
    return wireExit({ reason, ticket, stay })
  })
}

/** A ticket's code says more than a plate, which two cars may carry. */
async function nameOf(db: Db, { gateKey }: EquipmentDeps, asked: Asked): Promise<TicketReference | null> {
  if (asked.code) return { code: asked.code }
  if (asked.qr) {
    const code = await codeOfQr(db, gateKey, asked.qr)
    return code === null ? null : { code }
  }
  const plate = asked.plate && plainPlate(asked.plate)
  return plate ? { plate, lotId: asked.lot_id } : null
}

/** A reserved car leaves when its exit was authorised, or when its stay was paid another way. */
function reasonOf(stay: Stay, reserved: ReservedAtExit | null): ExitReason {
  const state = stay.state === 'issued' ? 'free' : stay.state
  if (!reserved) return state
  if (state === 'free') return reserved.openUntil === null ? 'not_authorised' : 'free'
  return reserved.onHold && (state === 'due' || state === 'overdue') ? 'not_authorised' : state
}
