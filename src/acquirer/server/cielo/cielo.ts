import type { Acquirer } from '../../acquirer.ts'
import { authorise } from './authorise.ts'
import { capture } from './capture.ts'
import { ended } from './change.ts'
import type { CieloSettings } from './client.ts'
import { find, findByReference, orderOf, salesUnder } from './queries/find.ts'
import { cieloReturns } from './codes/returns.ts'
import { carriesSecret, readNotification } from './notification.ts'
import { doubtOfQueryHost, withQueryHost } from './queries/queryHost.ts'
import { refund } from './refund.ts'
import { voidSale } from './void.ts'

/** The adapter of Cielo API E-commerce 3.0. */
export function cieloAcquirer(given: CieloSettings): Acquirer {
  const settings = withQueryHost(given)
  return {
    name: 'cielo',
    offers: given.sellsDebit ? ['credit', 'debit'] : ['credit'],
    returns: cieloReturns,
    // MerchantOrderId: letters and digits, 50 at most.
    orderKey: ({ token, n }) => `${token}A${n}`,
    authorise: (request) => authorise(settings, request),
    capture: ({ reference, amountCents }) => capture(settings, reference, amountCents),
    void: ({ reference, backCents }) => voidSale(settings, reference, backCents),
    refund: (change) => refund(settings, change),
    end: async (reference) => ended(await voidSale(settings, reference), reference),
    find: (orderKey) => find(settings, orderKey),
    findByReference: (reference) => findByReference(settings, reference),
    orderOf: (reference) => orderOf(settings, reference),
    salesUnder: (orderKey) => salesUnder(settings, orderKey),
    check: () => doubtOfQueryHost(settings),
    // Cielo documents no call that deletes a token.
    forgetCard: async () => 'not_offered',
    carriesSecret: (sent) => carriesSecret(settings, sent),
    readNotification: (notification) => readNotification(settings, notification),
  }
}
