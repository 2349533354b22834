import type { EndOutcome } from '../../acquirer.ts'
import { change, voidAcknowledged } from './change.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { findByReference } from './queries/find.ts'
import { unknown } from './sale.ts'

/**
 * PUT .../void?amount= (docs/cielo.md#5-void): gives part of a captured sale back. Amounts add up, so the sale is
 * read first to know the change afterwards. Unlike the other calls, a repeat gives back once more.
 */
export async function refund(
  settings: CieloQueries,
  reference: string,
  amountCents: number,
): Promise<EndOutcome> {
  const half = { ...settings, timeoutMs: settings.timeoutMs / 2 }
  const before = await findByReference(half, reference)
  if (before.outcome === 'refused') return before
  if (before.outcome !== 'approved') return unknown(reference, `not refunded, sale ${before.outcome}`)
  const target = before.voidedCents + amountCents
  const path = `/1/sales/${encodeURIComponent(reference)}/void?amount=${amountCents}`
  return change(half, reference, {
    path,
    before,
    isDone: (sale) => sale.voidedCents >= target,
    done: (sale) => ({ ...sale, voidedCents: target }),
    acknowledged: voidAcknowledged,
  })
}
