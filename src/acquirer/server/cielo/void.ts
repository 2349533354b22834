import type { ChangeOutcome } from '../../acquirer.ts'
import { changeBack, voidAcknowledged } from './change.ts'
import type { CieloQueries } from './queries/queryHost.ts'

/**
 * Releases an authorisation or refunds the rest of a capture (src/acquirer/server/cielo/README.md#5-void); a
 * repeat returns the first void.
 */
export function voidSale(settings: CieloQueries, reference: string, backCents = 0): Promise<ChangeOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}/void`
  return changeBack(settings, reference, {
    path,
    isDone: ({ amountCents, capturedCents, voidedCents }) => voidedCents >= (capturedCents || amountCents),
    askedCents: ({ amountCents, capturedCents }) => (capturedCents || amountCents) - backCents,
    shownCents: ({ voidedCents }) => voidedCents - backCents,
    done: (sale) => ({ ...sale, voidedCents: sale.capturedCents || sale.amountCents }),
    acknowledged: { ...voidAcknowledged, statuses: [10, 11] },
  })
}
