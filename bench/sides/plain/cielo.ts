import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { simulatedMerchant } from '../../../simulators/cielo/merchant.ts'
import { call } from '../http.ts'
import type { Typed } from './session.ts'

export type Card = { number: string; holder: string; expiration: string; cvv: string; brand: string }
export type Outcome = {
  captured: boolean
  reference: string
  returnCode: string | null
  nsu: string | null
  authorisation: string | null
}

const answered = z.object({
  Payment: z.object({
    PaymentId: z.string(),
    Status: z.number(),
    ReturnCode: z.nullish(z.string()),
    ProofOfSale: z.nullish(z.string()),
    AuthorizationCode: z.nullish(z.string()),
  }),
})
const capturedStatus = 2

/** POST /1/sales with capture. Throws where the acquirer does not answer; the payment then stays under way. */
export async function sell(orderKey: string, cents: number, card: Card, payer: Typed): Promise<Outcome> {
  const reply = await call(`${process.env['ACQUIRER_URL'] ?? ''}/1/sales/`, {
    method: 'POST',
    headers: {
      MerchantId: simulatedMerchant.merchantId,
      MerchantKey: simulatedMerchant.merchantKey,
      RequestId: randomUUID(),
    },
    body: {
      MerchantOrderId: orderKey,
      Customer: customer(payer),
      Payment: {
        Type: 'CreditCard',
        Amount: cents,
        Currency: 'BRL',
        Country: 'BRA',
        Installments: 1,
        Interest: 'ByMerchant',
        Capture: true,
        Authenticate: false,
        SoftDescriptor: 'Plain',
        CreditCard: {
          CardNumber: card.number,
          Holder: card.holder,
          ExpirationDate: card.expiration,
          SecurityCode: card.cvv,
          Brand: card.brand,
          SaveCard: false,
        },
      },
    },
  })
  if (reply.status !== 201) throw new Error(`the acquirer answered ${reply.status}`)
  const { Payment } = z.parse(answered, JSON.parse(reply.text))
  return {
    captured: Payment.Status === capturedStatus,
    reference: Payment.PaymentId,
    returnCode: Payment.ReturnCode ?? null,
    nsu: Payment.ProofOfSale ?? null,
    authorisation: Payment.AuthorizationCode ?? null,
  }
}

function customer({ account, address }: Typed): object {
  return {
    Name: account?.name,
    Identity: account?.cpfcnpj.replace(/\D/g, ''),
    IdentityType: 'CPF',
    Email: account?.email,
    Address: {
      Street: address?.street,
      Number: address?.streetNumber,
      ZipCode: address?.postalcode.replace(/\D/g, ''),
      City: address?.city,
      State: address?.state,
      Country: 'BRA',
    },
  }
}
