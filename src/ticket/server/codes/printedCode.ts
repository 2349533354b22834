import type { Db, Tx } from '#db/schema.ts'
import { republishGateEvents } from '../gate/publishGateEvent.ts'

/**
 * The number of the ticket whose car a gate printed this one for (docs/decisions/0023-a-gates-own-number.md); null for any
 * other number, a ticket's own among them.
 */
export async function codeBehind(db: Db, printed: string): Promise<string | null> {
  const row = await db
    .selectFrom('printed_code')
    .select('ticket_code')
    .where('code', '=', printed)
    .executeTakeFirst()
  return row?.ticket_code ?? null
}

/** The number that a gate printed for the car of a ticket; null where there is none but the ticket's own. */
export async function printedFor(db: Db, ticketCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('printed_code')
    .select('code')
    .where('ticket_code', '=', ticketCode)
    .executeTakeFirst()
  return row?.code ?? null
}

/**
 * Keeps the number that a gate printed with the ticket that stands for the stay; what the gates were told of that one by then
 * they are told of this one too. False when it is taken.
 */
export async function keepPrinted(db: Tx, code: string, ticketCode: string): Promise<boolean> {
  const kept = await db
    .insertInto('printed_code')
    .values({ code, ticket_code: ticketCode })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (kept) await republishGateEvents(db, { of: ticketCode, as: code })
  return kept !== undefined
}
