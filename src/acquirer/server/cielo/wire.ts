import * as z from 'zod/mini'
import { aside, text, whole } from '../lenient.ts'

/** src/acquirer/server/cielo/README.md#2-json */
const flag = z.nullish(z.union([z.boolean(), z.string()]))
const cents = z.nullish(whole)
const chargeback = z.object({
  Amount: aside(whole),
  CaseNumber: text,
  Date: text,
  ReasonMessage: text,
  ReasonCode: text,
})
const card = z.nullish(z.object({ CardNumber: text, Brand: text, SaveCard: flag, CardToken: text }))

export const saleAnswer = z.object({
  Payment: z.object({
    PaymentId: z.string(),
    Status: whole,
    Amount: cents,
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: text,
    ProviderReturnCode: text,
    ReasonCode: text,
    MerchantAdviceCode: text,
    ProofOfSale: text,
    AuthorizationCode: text,
    AuthenticationUrl: text,
    Eci: text,
    TryAutomaticCancellation: aside(flag),
    Chargebacks: aside(z.array(chargeback)),
    FraudAlert: aside(z.object({ Date: text, ReasonMessage: text })),
    CreditCard: card,
    DebitCard: card,
  }),
})
export type Payment = z.output<typeof saleAnswer>['Payment']
export type Card = z.output<typeof card>

export const saleOrder = z.object({ MerchantOrderId: z.string() })

export const errorAnswer = z.array(z.object({ Code: whole })).check(z.minLength(1))

const hits = z.nullish(z.array(z.object({ PaymentId: z.string() })))
export const orderAnswer = z.object({ Payment: hits, Payments: hits })

export const changeAnswer = z.object({ Status: z.nullish(whole), ReturnCode: text })

export const notification = z.object({
  PaymentId: z.guid(),
  ChangeType: z.catch(z.nullish(z.coerce.number()), null),
})
