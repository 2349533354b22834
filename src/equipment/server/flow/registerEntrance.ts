import * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import { moveCar } from '#parking/server/flow/moveCar.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { registerEntry, type WireEntry } from '../../contract.ts'
import { checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'

const parse = (answer: unknown): WireEntry => z.parse(registerEntry.reply.shape.data, answer)

/**
 * A car enters: issues a ticket, or registers the one whose code the gate printed. Throws `foreign_lot` when
 * the device is not of that lot, `ticket_exists` when the code is taken, 422 for a future entrance.
 */
export async function registerEntrance(
  deps: EquipmentDeps,
  device: Device,
  entrance: BodyOf<typeof registerEntry>,
): Promise<WireEntry> {
  checkLot(device, entrance.lot_id)
  const now = deps.clock.now()
  const enteredAt = deviceInstant('entered_at', entrance.entered_at, now)
  return idempotent(
    deps.db,
    device,
    { name: 'entries', body: entrance, now, parse },
    async (db): Promise<WireEntry> => {
      const code = await issueTicket(db, {
        lotId: entrance.lot_id,
        gate: entrance.gate,
        code: entrance.code ?? null,
        plate: entrance.plate ?? null,
        enteredAt,
        now,
      })
      await moveCar(db, { lotId: entrance.lot_id, space: 'normal', change: 1, at: enteredAt })
      return { code, open: true }
    },
  )
}
