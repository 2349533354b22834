import { sql } from 'kysely'
import { expect } from 'vitest'
import { differences } from './reporting/ledgers.ts'
import { nextQuestion, rules } from './reporting/rules.ts'
import { untranslatedAuditTexts } from './reporting/untranslatedAuditTexts.ts'
import type { TestPortal } from './portal.ts'
import type { Sale } from './simulatorControls.ts'

type PixBooks = Pick<TestPortal['pix'], 'ledger'>

/** The ledgers of acquirer and banks. */
type Books = Pick<TestPortal, 'db'> & {
  simulator: Pick<TestPortal['simulator'], 'ledger'>
  pix?: PixBooks
  pixAtCielo?: PixBooks
}

/**
 * The broken rules of docs/payment.md#invariants with the rows that break them, over the database and the acquirer's own
 * ledger. `settled`: nothing is pending, so that no difference is excused.
 */
export async function brokenInvariants(
  { db, simulator, pix, pixAtCielo }: Books,
  { settled = false }: { settled?: boolean } = {},
): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {
    ...(await differences(
      db,
      [
        ...(await simulator.ledger()),
        ...chargesAsSales((await pix?.ledger()) ?? []),
        ...chargesAsSales((await pixAtCielo?.ledger()) ?? []),
      ],
      { settled },
    )),
  }
  const asked = Object.entries(rules).filter(([rule]) => !settled || rule !== nextQuestion)
  // One statement for all of them takes a quarter less processor time.
  const each = asked.map(
    ([rule, query]) => sql`select ${rule}::text as rule, to_jsonb(broken) as row from (${query}) as broken`,
  )
  const { rows } = await sql<{ rule: string; row: unknown }>`${sql.join(each, sql` union all `)}`.execute(db)
  for (const { rule, row } of rows) found[rule] = [...(found[rule] ?? []), row]
  found['every audit entry has a text'] = await untranslatedAuditTexts(db)
  return Object.fromEntries(Object.entries(found).filter(([, broken]) => broken.length > 0))
}

/** Throws unless, once jobs have run, nobody was charged twice and we know of every capture. */
export async function expectInvariants(portal: Books & Pick<TestPortal, 'runJobs'>): Promise<void> {
  await portal.runJobs()
  expect(await brokenInvariants(portal)).toEqual({})
}

/** A bank's Pix as a card's sale: nothing is ever held, and any amount may be paid. */
function chargesAsSales(charges: Awaited<ReturnType<TestPortal['pix']['ledger']>>): Sale[] {
  return charges.map(({ txid, order, amount, paid, returned }) => {
    const captured = paid.reduce((sum, payment) => sum + payment.amount, 0)
    const authorised = Math.max(amount, captured)
    return {
      payment_id: txid,
      order_id: order,
      type: 'Pix',
      amount,
      authorised,
      captured,
      voided: returned,
      status: 2,
    }
  })
}
