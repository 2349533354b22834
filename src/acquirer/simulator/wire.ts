import type { Sale } from './book.ts'

/** Keys in any case, as the real API takes them (acquirer.md 1.3): everything in lower case. */
export function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]))
}

/** HTTP 400 is an array of codes (acquirer.md 1.2). */
export function errorBody(code: number, message: string): object[] {
  return [{ Code: code, Message: message }]
}

const codes: Readonly<Record<number, readonly [string, string]>> = {
  1: ['4', 'Operation Successful'],
  2: ['6', 'Operation Successful'],
  10: ['9', 'Operation Successful'],
  11: ['9', 'Operation Successful'],
}

/** A sale as POST and GET answer it. `silent` hides what was decided behind Status 0, code 99. */
export function saleBody(sale: Sale, base: string, silent = false): object {
  const status = silent ? 0 : sale.status
  const [returnCode, message] = silent ? ['99', 'Timeout'] : (codes[status] ?? [sale.return_code, 'Not Authorized'])
  const card = {
    CardNumber: sale.masked,
    Holder: sale.holder,
    ExpirationDate: sale.expiration,
    SaveCard: sale.card_token !== null,
    Brand: sale.brand,
    ...(sale.card_token === null ? {} : { CardToken: sale.card_token }),
  }
  const when = sale.created_at.replace('T', ' ').slice(0, 19)
  return {
    MerchantOrderId: sale.order_id,
    AcquirerOrderId: sale.order_id,
    Payment: {
      PaymentId: sale.payment_id,
      Type: sale.type,
      Amount: sale.amount,
      ...(silent || sale.captured === 0 ? {} : { CapturedAmount: sale.captured, CapturedDate: when }),
      ...(sale.voided === 0 ? {} : { VoidedAmount: sale.voided, VoidedDate: when }),
      Installments: 1,
      Currency: 'BRL',
      Country: 'BRA',
      Provider: 'Simulado',
      Tid: sale.tid,
      ProofOfSale: sale.nsu,
      ...(status === 1 || status === 2 ? { AuthorizationCode: sale.authorisation_code } : {}),
      ReceivedDate: when,
      Status: status,
      ReturnCode: returnCode,
      ReturnMessage: message,
      ...(status === 0 && sale.return_url !== null && !silent
        ? { AuthenticationUrl: `${base}/CardAuthenticator/Index/${sale.payment_id}` }
        : {}),
      [sale.type]: card,
      Links: links(sale, base, status),
    },
  }
}

/** What capture and void answer. */
export function changeBody(sale: Sale, base: string, returnCode: string): object {
  return {
    Status: sale.status,
    Tid: sale.tid,
    ProofOfSale: sale.nsu,
    AuthorizationCode: sale.authorisation_code,
    ReturnCode: returnCode,
    ReturnMessage: 'Operation Successful',
    Links: links(sale, base, sale.status),
  }
}

function links(sale: Sale, base: string, status: number): object[] {
  const self = `${base}/1/sales/${sale.payment_id}`
  return [
    { Method: 'GET', Rel: 'self', Href: self },
    ...(status === 1 ? [{ Method: 'PUT', Rel: 'capture', Href: `${self}/capture` }] : []),
    ...(status === 1 || status === 2 ? [{ Method: 'PUT', Rel: 'void', Href: `${self}/void` }] : []),
  ]
}
