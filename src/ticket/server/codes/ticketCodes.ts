import type { Db, Tx } from '#db/schema.ts'
import { republishGateEvents } from '../gate/publishGateEvent.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'

/** docs/decisions/0023-a-gates-own-number.md; null for any other number, ticket codes included. */
export async function findCodeByPrinted(db: Db, printed: string): Promise<string | null> {
  const row = await db
    .selectFrom('printed_code')
    .select('ticket_code')
    .where('code', '=', printed)
    .executeTakeFirst()
  return row?.ticket_code ?? null
}

export async function findPrintedCode(db: Db, ticketCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('printed_code')
    .select('code')
    .where('ticket_code', '=', ticketCode)
    .orderBy('code')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Republishes the ticket's gate events under a number printed by a gate. False if it is taken. */
export async function savePrintedCode(tx: Tx, code: string, ticketCode: string): Promise<boolean> {
  const kept = await tx
    .insertInto('printed_code')
    .values({ code, ticket_code: ticketCode })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (kept) await republishGateEvents(tx, { of: ticketCode, as: code })
  return kept !== undefined
}

export async function generateTicketCode(db: Db): Promise<string> {
  for (;;) {
    const code = String(randomInt(10_000_000) * 1_000_000 + randomInt(1_000_000)).padStart(13, '0')
    if (!(await isCodeTaken(db, code))) return code
  }
}

export async function isCodeTaken(db: Db, code: string): Promise<boolean> {
  const taken = sql<{ code: string }>`select code from ticket where code = ${code}
    union all select code from printed_code where code = ${code} limit 1`
  return (await taken.execute(db)).rows.length > 0
}
