import { expect } from 'vitest'
import { differences } from './reporting/ledgers.ts'
import { nextQuestion, rules } from './reporting/rules.ts'
import { untranslatedAuditTexts } from './reporting/untranslatedAuditTexts.ts'
import type { TestPortal } from './portal.ts'
import type { Sale } from './simulatorControls.ts'

/** `pix`: the bank with Pix, where the portal has one. */
type Books = Pick<TestPortal, 'db' | 'simulator'> & { pix?: Pick<TestPortal['pix'], 'ledger'> }

/**
 * The rules of docs/payment.md#invariants that are broken, each with what breaks it, over the database and the
 * acquirer's own ledger. `settled`: nothing is on its way any more, so that nothing is excused.
 */
export async function brokenInvariants(
  { db, simulator, pix }: Books,
  { settled = false }: { settled?: boolean } = {},
): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {
    ...(await differences(
      db,
      [...(await simulator.ledger()), ...chargesAsSales((await pix?.ledger()) ?? [])],
      {
        settled,
      },
    )),
  }
  for (const [rule, query] of Object.entries(rules))
    if (!settled || rule !== nextQuestion) found[rule] = (await query.execute(db)).rows
  found['the audit trail is told in words'] = await untranslatedAuditTexts(db)
  return Object.fromEntries(Object.entries(found).filter(([, broken]) => broken.length > 0))
}

/**
 * What must hold whatever happened, once jobs have run: nobody was charged twice, and nothing taken is unknown to us.
 */
export async function expectInvariants(portal: Books & Pick<TestPortal, 'runJobs'>): Promise<void> {
  await portal.runJobs()
  expect(await brokenInvariants(portal)).toEqual({})
}

/** What a bank with Pix knows, as a card's acquirer would tell it: nothing is ever held, and anything may be paid. */
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
