import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { readGateEvents } from '#ticket/server/flow/gateEvents.ts'
import { eventKind, type WireEvent } from '../../contract.ts'
import type { Device } from '../device.ts'

const most = 500

/** Oldest first. Repeatable. */
export async function readFeed(
  db: Db,
  device: Device,
  after: number,
): Promise<{ events: WireEvent[]; next: number }> {
  const { rows, next } = await readGateEvents(db, { lotIds: device.lotIds, after, limit: most })
  const events = rows.map((row) => ({
    id: row.id,
    kind: z.parse(eventKind, row.kind),
    code: row.ticket_code,
    lot_id: row.lot_id,
    deadline: row.deadline_at === null ? null : isoIn(row.time_zone, row.deadline_at),
    at: isoIn(row.time_zone, row.at),
  }))
  return { events, next }
}
