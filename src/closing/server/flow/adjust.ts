import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { insertAdjustment, type Adjustment } from '../adjustments.ts'
import type { ClosingDeps } from '../deps.ts'
import { lockClosings } from '../starts.ts'
import { closingsWithin } from '../store.ts'

/** The lot's next closing counts it. Throws 422, `day_open`. */
export async function adjustClosing(deps: ClosingDeps, entry: Omit<Adjustment, 'at'>): Promise<number> {
  const { db, clock } = deps
  const { lotId, ofDay } = entry
  if (!(await lotNames(db)).some(({ id }) => id === lotId))
    throw invalid({ lot_id: ['Escolha um estacionamento.'] })
  return transaction(db, async (tx) => {
    await lockClosings(tx, lotId)
    const closed = await closingsWithin(tx, { lots: [lotId], from: ofDay, until: ofDay }).executeTakeFirst()
    if (!closed) throw fail('day_open')
    const now = clock.now()
    const id = await insertAdjustment(tx, { ...entry, at: now })
    const { actor, reason, cents } = entry
    const of = { subject: 'closing', subjectId: String(closed.id), action: 'adjusted' } as const
    const after = { day: ofDay, amount_cents: cents, reason }
    await audit(tx, { at: now, actor, ...of, before: null, after })
    return id
  })
}
