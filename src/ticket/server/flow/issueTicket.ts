import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { plainPlate } from '#vehicle/plate.ts'
import { freeCode, isTaken } from '../codes/freeCode.ts'
import { keepPrinted } from '../codes/printedCode.ts'
import { insertTicket, latestTariffId } from '../store.ts'

export type NewTicket = {
  lotId: number
  gate: string
  /** Null: we issue one. */
  code: string | null
  /** What the gate printed, where that is not its code. */
  printed?: string | null
  plate: string | null
  enteredAt: Date
  now: Date
}

/**
 * Brings a ticket into being at the gate, under the lot's newest tariff. Answers its code. Runs in the
 * caller's transaction. Throws `tariff_missing`, and `ticket_exists` when a given code is taken.
 */
export async function issueTicket(db: Tx, ticket: NewTicket): Promise<string> {
  const tariffId = await latestTariffId(db, ticket.lotId)
  const plate = ticket.plate === null ? null : plainPlate(ticket.plate)
  const { printed = null } = ticket
  for (const given of [ticket.code, printed])
    if (given !== null && (await isTaken(db, given))) throw fail('ticket_exists')
  const code = ticket.code ?? (await freeCode(db))
  if (!(await insertTicket(db, { ...ticket, code, plate, tariffId }))) throw fail('ticket_exists')
  if (printed !== null && !(await keepPrinted(db, printed, code))) throw fail('ticket_exists')
  return code
}
