import type { Acquirer, ChangeOutcome, Later } from '../../acquirer.ts'
import { requestVoid, voidAcknowledged } from './change.ts'
import type { CieloQueries } from './queries/queryHost.ts'
import { findByReference } from './queries/find.ts'

/**
 * A repeat would refund again, and amounts add up (src/acquirer/server/cielo/README.md#5-void): the sale is
 * read first, and nothing is sent while it does not show earlier refunds.
 */
export async function refund(
  settings: CieloQueries,
  { reference, amountCents, backCents = 0, isRepeat = false }: Parameters<Acquirer['refund']>[0],
): Promise<ChangeOutcome> {
  const half = { ...settings, timeoutMs: settings.timeoutMs / 2 }
  const before = await findByReference(half, reference)
  if (before.outcome === 'refused') return before
  const notAsked: Later = { outcome: 'later', notBefore: settings.clock.now() }
  if (before.outcome !== 'approved') return notAsked
  // A full refund would have changed the status.
  const mayBeDone = isRepeat && backCents + amountCents < before.capturedCents
  if (before.isVoidAmountMissing && (backCents > 0 || mayBeDone)) return notAsked
  // Cielo would reduce a larger amount to the rest.
  if (amountCents > before.capturedCents - before.voidedCents)
    return { outcome: 'refused', reference, returnCode: '309', cause: 'amount' }
  const target = before.voidedCents + amountCents
  const path = `/1/sales/${encodeURIComponent(reference)}/void?amount=${amountCents}`
  return requestVoid(half, reference, {
    path,
    before,
    isDone: (sale) => sale.voidedCents >= target,
    askedCents: () => amountCents,
    shownCents: (sale) => sale.voidedCents - before.voidedCents,
    done: (sale) => ({ ...sale, voidedCents: target, isVoidAmountMissing: false }),
    acknowledged: voidAcknowledged,
  })
}
