import { randomInt } from 'node:crypto'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { insertTicket, latestTariffId, ticketByCode } from '../store.ts'

export type NewTicket = {
  lotId: number
  gate: string
  /** Null: we issue one. */
  code: string | null
  plate: string | null
  enteredAt: Date
  now: Date
}

/**
 * Brings a ticket into being at the gate, under the lot's newest tariff. Answers its code. Runs in the
 * caller's transaction. Throws `tariff_missing`, and `ticket_exists` when the given code is taken.
 */
export async function issueTicket(db: Db, ticket: NewTicket): Promise<string> {
  const tariffId = await latestTariffId(db, ticket.lotId)
  const plate = ticket.plate === null ? null : ticket.plate.replace(/[\s-]/g, '').toUpperCase()
  const code = ticket.code ?? (await freeCode(db))
  if (!(await insertTicket(db, { ...ticket, code, plate, tariffId }))) throw fail('ticket_exists')
  return code
}

/** Thirteen random digits: the neighbours of a code tell nothing about it. */
export async function freeCode(db: Db): Promise<string> {
  for (;;) {
    const code = String(randomInt(10_000_000) * 1_000_000 + randomInt(1_000_000)).padStart(13, '0')
    if (!(await ticketByCode(db, code))) return code
  }
}
