import * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import { moveCar } from '#parking/server/flow/moveCar.ts'
import { holdStay, leave, type Named, ticketAtGate } from '#ticket/server/flow/leave.ts'
import type { Stay } from '#ticket/stay.ts'
import { normalisePlate } from '#vehicle/plate.ts'
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
export async function letOut(deps: EquipmentDeps, device: Device, asked: Asked): Promise<WireExit> {
  checkLot(device, asked.lot_id)
  const now = deps.clock.now()
  const at = deviceInstant('at', asked.at, now)
  return idempotent(deps.db, device, { name: 'exits', body: asked, now, parse }, async (db) => {
    const named = nameOf(asked)
    const ticket = named && (await ticketAtGate(db, named))
    if (!ticket) return wireExit({ reason: 'not_found' })
    if (ticket.lotId !== asked.lot_id) return wireExit({ reason: 'other_lot' })
    const stay = await holdStay(db, ticket.id, at)
    const reason = reasonOf(stay)
    if (opens(reason)) {
      const deadlineAt = stay.exitDeadlineAt
      await moveCar(db, { lotId: ticket.lotId, space: 'normal', change: -1, at })
      await leave(db, ticket.id, { gate: asked.gate, at, now, actor: actorOf(device), deadlineAt })
    }
    return wireExit({ reason, ticket, stay })
  })
}

/** A ticket's code says more than a plate, which two cars may carry. */
function nameOf(asked: Asked): Named | null {
  if (asked.code) return { code: asked.code }
  const plate = asked.plate && normalisePlate(asked.plate)
  return plate ? { plate, lotId: asked.lot_id } : null
}

function reasonOf(stay: Stay): ExitReason {
  return stay.state === 'issued' ? 'free' : stay.state
}
