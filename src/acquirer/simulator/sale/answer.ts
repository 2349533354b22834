import { instantFormat } from '#kit/text/formats.ts'
import type { Sale } from '../ledger/records.ts'
import { externalBody } from './external.ts'

const wallText = instantFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Cielo's dates: wall clock without a zone, taken to be Brasília's (docs/cielo.md#2-json). */
export function wireDate(iso: string): string {
  return wallText(new Date(iso), 'America/Sao_Paulo')
}

/** The address of the bank's page that authenticates the cardholder of a sale. */
export function authenticationUrl(url: string, paymentId: string): string {
  return `${url}/CardAuthenticator/Index/${paymentId}`
}

/** A whole sale, as POST /1/sales and the queries answer it. */
export function saleBody(sale: Sale, url: string): object {
  return {
    MerchantOrderId: sale.orderId,
    AcquirerOrderId: sale.orderId,
    Customer: { Name: sale.customerName },
    Payment: {
      ServiceTaxAmount: 0,
      Installments: sale.installments,
      Interest: 0,
      Capture: sale.capture,
      Authenticate: sale.authenticate ?? sale.type === 'DebitCard',
      ...externalBody(sale.external),
      Recurrent: false,
      [sale.type]: cardBody(sale),
      Tid: sale.tid,
      ProofOfSale: sale.proofOfSale,
      ...(sale.authorizationCode === null ? {} : { AuthorizationCode: sale.authorizationCode }),
      ...(sale.softDescriptor === null ? {} : { SoftDescriptor: sale.softDescriptor }),
      ...(sale.pending === null ? {} : { AuthenticationUrl: authenticationUrl(url, sale.paymentId) }),
      Provider: 'Simulado',
      PaymentId: sale.paymentId,
      Type: sale.type,
      Amount: sale.amount,
      ReceivedDate: wireDate(sale.createdAt),
      ...(sale.capturedAt === null
        ? {}
        : { CapturedAmount: sale.captured, CapturedDate: wireDate(sale.capturedAt) }),
      ...(sale.voidedAt === null ? {} : { VoidedAmount: sale.voided, VoidedDate: wireDate(sale.voidedAt) }),
      Currency: 'BRL',
      Country: 'BRA',
      Status: sale.status,
      ReturnCode: sale.returnCode,
      ReturnMessage: sale.returnMessage,
      IsSplitted: false,
      ExtraDataCollection: [],
      Links: links(sale, url),
    },
  }
}

/** The sale as if the issuer had not answered in time: Status 0, code 99. */
export function timedOut(sale: Sale): Sale {
  const nothing = { captured: 0, capturedAt: null, authorizationCode: null, cardToken: null, pending: null }
  return { ...sale, ...nothing, status: 0, returnCode: '99', returnMessage: 'Timeout' }
}

function cardBody(sale: Sale): object {
  return {
    CardNumber: sale.card.maskedNumber,
    Holder: sale.card.holder,
    ExpirationDate: sale.card.expiration,
    SaveCard: sale.saveCard,
    ...(sale.cardToken === null ? {} : { CardToken: sale.cardToken }),
    Brand: sale.card.brand,
  }
}

/** What can be done next, as Cielo lists it. */
export function links(sale: Sale, url: string): object[] {
  const self = `${url}/1/sales/${sale.paymentId}`
  return [
    { Method: 'GET', Rel: 'self', Href: self },
    ...(sale.status === 1 ? [{ Method: 'PUT', Rel: 'capture', Href: `${self}/capture` }] : []),
    ...(sale.status === 1 || sale.status === 2 ? [{ Method: 'PUT', Rel: 'void', Href: `${self}/void` }] : []),
  ]
}
