import type { Acquirer, ChangeOutcome } from '../../acquirer.ts'
import { changeBack, voidAcknowledged } from './change.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { findByReference } from './queries/find.ts'
import { unknown } from './sale.ts'

/**
 * PUT .../void?amount= (docs/cielo.md#5-void): gives part of a captured sale back. Amounts add up, so the sale is
 * read first to know the change afterwards. Unlike the other calls, a repeat gives back once more: nothing is asked for
 * while the sale does not tell of what went back before.
 */
export async function refund(
  settings: CieloQueries,
  { reference, amountCents, backCents = 0 }: Parameters<Acquirer['refund']>[0],
): Promise<ChangeOutcome> {
  const half = { ...settings, timeoutMs: settings.timeoutMs / 2 }
  const before = await findByReference(half, reference)
  if (before.outcome === 'refused') return before
  if (before.outcome !== 'approved') return unknown(reference, `not refunded, sale ${before.outcome}`)
  if (before.isVoidUntold && backCents > 0)
    return unknown(reference, 'not refunded, the sale tells of no return')
  // More than is left would become all that is left.
  if (amountCents > before.capturedCents - before.voidedCents)
    return { outcome: 'refused', reference, returnCode: '309', cause: 'amount' }
  const target = before.voidedCents + amountCents
  const path = `/1/sales/${encodeURIComponent(reference)}/void?amount=${amountCents}`
  return changeBack(half, reference, {
    path,
    before,
    isDone: (sale) => sale.voidedCents >= target,
    done: (sale) => ({ ...sale, voidedCents: target, isVoidUntold: false }),
    acknowledged: voidAcknowledged,
  })
}
