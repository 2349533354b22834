import type { Acquirer, ChangeOutcome, EndOutcome } from '../../acquirer.ts'
import { authorise } from './authorise.ts'
import { asEndOutcome, requestCapture, requestVoid, voidAcknowledged } from './change.ts'
import type { CieloSettings } from './client.ts'
import { find, findByReference, findOrderKey, findSales } from './queries/find.ts'
import { cieloRefundRules } from './codes/refundRules.ts'
import { carriesSecret, readNotification } from './notification.ts'
import { checkQueryHost, type CieloQueries, withQueryHost } from './queries/queryHost.ts'
import { refund } from './refund.ts'

/** The adapter of Cielo API E-commerce 3.0. */
export function cieloAcquirer(given: CieloSettings): Acquirer {
  const settings = withQueryHost(given)
  return {
    name: 'cielo',
    offers: given.sellsDebit ? ['credit', 'debit'] : ['credit'],
    refundRules: cieloRefundRules,
    // MerchantOrderId: letters and digits, 50 at most.
    orderKey: ({ token, n }) => `${token}A${n}`,
    authorise: (request) => authorise(settings, request),
    capture: ({ reference, amountCents }) => capture(settings, reference, amountCents),
    void: ({ reference, backCents }) => voidSale(settings, reference, backCents),
    refund: (change) => refund(settings, change),
    end: async (reference) => asEndOutcome(await voidSale(settings, reference), reference),
    find: (orderKey) => find(settings, orderKey),
    findByReference: (reference) => findByReference(settings, reference),
    findOrderKey: (reference) => findOrderKey(settings, reference),
    findSales: (orderKey) => findSales(settings, orderKey),
    check: () => checkQueryHost(settings),
    // Cielo documents no call that deletes a token.
    forgetCard: async () => 'not_offered',
    carriesSecret: (sent) => carriesSecret(settings, sent),
    readNotification: (notification) => readNotification(settings, notification),
  }
}

/**
 * Once per sale (src/acquirer/server/cielo/README.md#4-capture): a repeat with the same amount returns the
 * first capture.
 */
function capture(settings: CieloQueries, reference: string, amountCents: number): Promise<EndOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}/capture?amount=${amountCents}`
  return requestCapture(settings, reference, {
    path,
    isDone: (sale) => sale.capturedCents === amountCents,
    askedCents: () => amountCents,
    shownCents: (sale) => (sale.isCaptureAmountMissing ? 0 : sale.capturedCents),
    done: (sale) => ({ ...sale, capturedCents: amountCents, isCaptureAmountMissing: false }),
    acknowledged: { statuses: [2], codes: ['0', '00', '6'] },
  })
}

/**
 * Releases an authorisation or refunds the rest of a capture (src/acquirer/server/cielo/README.md#5-void); a
 * repeat returns the first void.
 */
function voidSale(settings: CieloQueries, reference: string, backCents = 0): Promise<ChangeOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}/void`
  return requestVoid(settings, reference, {
    path,
    isDone: ({ amountCents, capturedCents, voidedCents }) => voidedCents >= (capturedCents || amountCents),
    askedCents: ({ amountCents, capturedCents }) => (capturedCents || amountCents) - backCents,
    shownCents: ({ voidedCents }) => voidedCents - backCents,
    done: (sale) => ({ ...sale, voidedCents: sale.capturedCents || sale.amountCents }),
    acknowledged: { ...voidAcknowledged, statuses: [10, 11] },
  })
}
