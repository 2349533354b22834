import type { Sale } from '../ledger/records.ts'
import { wireDate } from '../wireDate.ts'
import type { Urls } from '../context.ts'
import { externalBody } from '../../threeds/externalAuthentication.ts'

function authenticationUrl(url: string, paymentId: string): string {
  return `${url}/CardAuthenticator/Index/${paymentId}`
}

/** As answered by POST /1/sales. */
export function saleBody(sale: Sale, urls: Urls): object {
  const SentOrderId = sale.details.sentOrderId ?? sale.orderId
  return {
    MerchantOrderId: sale.orderId,
    Customer: { Name: sale.customerName },
    Payment: { ...paymentBody(sale, urls), SentOrderId },
  }
}

/** As answered by queries, which also show later events. */
export function queriedBody(sale: Sale, urls: Urls): object {
  const { chargebacks, fraudAlert, sentOrderId } = sale.details
  return {
    MerchantOrderId: sale.orderId,
    AcquirerOrderId: sentOrderId ?? sale.orderId,
    Customer: { Name: sale.customerName },
    Payment: {
      ...paymentBody(sale, urls),
      ...(chargebacks.length === 0 ? {} : { Chargebacks: chargebacks }),
      ...(fraudAlert === null ? {} : { FraudAlert: fraudAlert }),
    },
  }
}

function paymentBody(sale: Sale, urls: Urls): object {
  return {
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
    ...(sale.pending === null ? {} : { AuthenticationUrl: authenticationUrl(urls.url, sale.paymentId) }),
    Provider: 'Simulado',
    PaymentId: sale.paymentId,
    Type: sale.type,
    Amount: sale.amount,
    ReceivedDate: wireDate(sale.createdAt),
    ...(sale.capturedAt === null
      ? {}
      : { CapturedAmount: sale.captured, CapturedDate: wireDate(sale.capturedAt) }),
    ...(sale.voidedAt === null || (sale.details.isUntold && sale.status === 2)
      ? {}
      : { VoidedAmount: sale.voided, VoidedDate: wireDate(sale.voidedAt) }),
    Currency: 'BRL',
    Country: 'BRA',
    Status: sale.status,
    ...(sale.returnCode === '' ? {} : { ReturnCode: sale.returnCode, ReturnMessage: sale.returnMessage }),
    ...detailsBody(sale),
    IsQrCode: false,
    IsSplitted: false,
    ExtraDataCollection: [],
    Links: links(sale, urls),
  }
}

/** The sale as after an issuer's time-out: Status 0, code 99. */
export function asTimedOut(sale: Sale): Sale {
  const nothing = { captured: 0, capturedAt: null, authorizationCode: null, cardToken: null, pending: null }
  return { ...sale, ...nothing, status: 0, returnCode: '99', returnMessage: 'Timeout' }
}

function detailsBody({ details }: Sale): object {
  const { initiated, adviceCode, reasonCode, providerReturnCode, triesCancellation } = details
  const { issuerTransactionId, transactionLinkId } = details
  return {
    ...(initiated === null ? {} : { InitiatedTransactionIndicator: initiated }),
    ...(adviceCode === null ? {} : { MerchantAdviceCode: adviceCode }),
    ...(reasonCode === null ? {} : { ReasonCode: reasonCode }),
    ...(providerReturnCode === null ? {} : { ProviderReturnCode: providerReturnCode }),
    ...(issuerTransactionId === null ? {} : { IssuerTransactionId: issuerTransactionId }),
    ...(transactionLinkId === null ? {} : { TransactionLinkId: transactionLinkId }),
    ...(triesCancellation ? { TryAutomaticCancellation: true } : {}),
  }
}

function cardBody(sale: Sale): object {
  const { byToken, cardOnFile, accountReference } = sale.details
  const known = {
    ...(sale.cardToken === null ? {} : { CardToken: sale.cardToken }),
    Brand: sale.card.brand,
    ...(cardOnFile === null ? {} : { CardOnFile: cardOnFile }),
    ...(accountReference === null ? {} : { PaymentAccountReference: accountReference }),
  }
  if (byToken) return { SaveCard: false, ...known }
  return {
    CardNumber: sale.card.maskedNumber,
    Holder: sale.card.holder,
    ExpirationDate: sale.card.expiration,
    SaveCard: sale.saveCard,
    ...known,
  }
}

/** Cielo's links to the next steps. */
export function links(sale: Sale, { url, queryUrl }: Urls): object[] {
  const path = `/1/sales/${sale.paymentId}`
  const self = url + path
  return [
    { Method: 'GET', Rel: 'self', Href: queryUrl + path },
    ...(sale.status === 1 ? [{ Method: 'PUT', Rel: 'capture', Href: `${self}/capture` }] : []),
    ...(sale.status === 1 || sale.status === 2 ? [{ Method: 'PUT', Rel: 'void', Href: `${self}/void` }] : []),
  ]
}
