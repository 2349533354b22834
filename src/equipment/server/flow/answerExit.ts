import { recordExit } from '#ticket/server/gate/recordExit.ts'
import { recordMovement } from '#parking/server/flow/recordMovement.ts'
import { type TicketReference, ticketAtGate } from '#ticket/server/gate/ticketAtGate.ts'
import { printedCodeOf } from '#ticket/server/codes/printedCode.ts'
import * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import {
  codeOfQr,
  leaveReserved,
  reservedAtExit,
  type ReservedAtExit,
} from '#reservation/server/flow/atExit.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import { openedUntil, type Stay } from '#ticket/stay.ts'
import { plainPlate } from '#vehicle/plate.ts'
import { type ExitReason, registerExit, type WireExit } from '../../contract.ts'
import { actorOf, checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'
import { opens, wireExit } from '../view.ts'

type ExitBody = BodyOf<typeof registerExit>

const parse = (answer: unknown): WireExit => z.parse(registerExit.reply.shape.data, answer)

/**
 * Closes the ticket when the car may leave; a shut gate is an answer too. Throws `foreign_lot`, and 422 for a future
 * instant.
 */
export async function answerExit(deps: EquipmentDeps, device: Device, body: ExitBody): Promise<WireExit> {
  checkLot(device, body.lot_id)
  const now = deps.clock.now()
  const at = deviceInstant('at', body.at, now)
  return idempotent(deps.db, device, { name: 'exits', body, now, parse }, async (tx) => {
    const named = await nameOf(tx, deps, body)
    const found = named && (await ticketAtGate(tx, named, at))
    const ticket = found && {
      ...found,
      named: body.code ?? (await printedCodeOf(tx, found.code)) ?? found.code,
    }
    if (!ticket) return wireExit({ reason: 'not_found' })
    if (ticket.lotId !== body.lot_id) return wireExit({ reason: 'other_lot' })
    const reserved = await reservedAtExit(tx, ticket.id, at)
    const stay = openedUntil(await lockStay(tx, ticket.id, at), reserved?.openUntil ?? null)
    const reason = reasonOf(stay, reserved)
    if (!opens(reason)) return wireExit({ reason, ticket, stay })
    const actor = actorOf(device)
    const space = reserved ? 'reserves' : 'normal'
    if (reserved) await leaveReserved(tx, deps, ticket.id, { actor, now })
    // An exit before the entrance would be counted twice by an occupancy report between.
    await recordMovement(tx, { lotId: ticket.lotId, space, change: -1, at: later(at, ticket.enteredAt) })
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

/** An authorised exit, or a stay paid another way, opens. */
function reasonOf(stay: Stay, reserved: ReservedAtExit | null): ExitReason {
  const state = stay.state === 'issued' ? 'free' : stay.state
  if (!reserved) return state
  if (state === 'free') return reserved.openUntil === null ? 'not_authorised' : 'free'
  return reserved.onHold && (state === 'due' || state === 'overdue') ? 'not_authorised' : state
}
