import { expect } from 'vitest'
import { differences } from './books/ledgers.ts'
import { nextQuestion, rules } from './books/rules.ts'
import type { TestPortal } from './portal.ts'

type Books = Pick<TestPortal, 'db' | 'simulator'>

/**
 * The rules of docs/payment.md#invariants that are broken, each with what breaks it, over the database and the
 * acquirer's own ledger. `settled`: nothing is on its way any more, so that nothing is excused.
 */
export async function brokenInvariants(
  { db, simulator }: Books,
  { settled = false }: { settled?: boolean } = {},
): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {
    ...(await differences(db, await simulator.ledger(), { settled })),
  }
  for (const [rule, query] of Object.entries(rules))
    if (!settled || rule !== nextQuestion) found[rule] = (await query.execute(db)).rows
  return Object.fromEntries(Object.entries(found).filter(([, broken]) => broken.length > 0))
}

/**
 * What must hold whatever happened, once jobs have run: nobody was charged twice, and nothing taken is unknown to us.
 */
export async function expectInvariants(portal: Books & Pick<TestPortal, 'runJobs'>): Promise<void> {
  await portal.runJobs()
  expect(await brokenInvariants(portal)).toEqual({})
}
