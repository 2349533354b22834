import type { EndOutcome } from '../../acquirer.ts'
import { change } from './change.ts'
import type { CieloQueries } from './queries/queryHost.ts'

/**
 * Once per sale (src/acquirer/server/cielo/README.md#4-capture): a repeat with the same amount returns the
 * first capture.
 */
export function capture(settings: CieloQueries, reference: string, amountCents: number): Promise<EndOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}/capture?amount=${amountCents}`
  return change(settings, reference, {
    path,
    isDone: (sale) => sale.capturedCents === amountCents,
    askedCents: () => amountCents,
    shownCents: (sale) => (sale.isCaptureUntold ? 0 : sale.capturedCents),
    done: (sale) => ({ ...sale, capturedCents: amountCents, isCaptureUntold: false }),
    acknowledged: { statuses: [2], codes: ['0', '00', '6'] },
  })
}
