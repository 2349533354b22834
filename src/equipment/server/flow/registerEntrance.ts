import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import type { Device } from '../device.ts'
import { idempotent } from '../idempotent.ts'

export type Entrance = {
  lot_id: number
  gate: string
  code?: string | null | undefined
  plate?: string | null | undefined
  entered_at?: string | null | undefined
}

const stored = z.object({ code: z.string(), open: z.boolean() })

/** A gate's clock may run ahead of ours by this much; further ahead is a mistake. */
const clockSkewMs = minuteMs

/**
 * A car enters: issues a ticket, or registers the one whose code the gate printed. Throws `foreign_lot`
 * when the device is not of that lot, `ticket_exists` when the code is taken, 422 for a future entrance.
 */
export async function registerEntrance(
  deps: { db: Db; clock: Clock },
  device: Device,
  entrance: Entrance,
): Promise<z.output<typeof stored>> {
  if (!device.lotIds.includes(entrance.lot_id)) throw fail('foreign_lot')
  const now = deps.clock.now()
  const enteredAt = entrance.entered_at ? new Date(entrance.entered_at) : now
  if (enteredAt > plus(now, clockSkewMs))
    throw invalid({ entered_at: ['A entrada não pode estar no futuro.'] })
  const call = { name: 'entries', body: entrance, now, parse: (answer: unknown) => z.parse(stored, answer) }
  return idempotent(deps.db, device, call, async (db) => {
    const code = await issueTicket(db, {
      lotId: entrance.lot_id,
      gate: entrance.gate,
      code: entrance.code ?? null,
      plate: entrance.plate ?? null,
      enteredAt,
      now,
    })
    return { code, open: true }
  })
}
