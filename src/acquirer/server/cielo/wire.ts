import * as z from 'zod/mini'
import { nullIfInvalid, textOrNumber, numberOrDigits } from '../lenientFields.ts'

/** src/acquirer/server/cielo/README.md#2-json */
const flag = z.nullish(z.union([z.boolean(), z.string()]))
const cents = z.nullish(numberOrDigits)
const chargeback = z.object({
  Amount: nullIfInvalid(numberOrDigits),
  CaseNumber: textOrNumber,
  Date: textOrNumber,
  ReasonMessage: textOrNumber,
  ReasonCode: textOrNumber,
})
const card = z.nullish(
  z.object({ CardNumber: textOrNumber, Brand: textOrNumber, SaveCard: flag, CardToken: textOrNumber }),
)

export const saleAnswer = z.object({
  Payment: z.object({
    PaymentId: z.string(),
    Status: numberOrDigits,
    Amount: cents,
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: textOrNumber,
    ProviderReturnCode: textOrNumber,
    ReasonCode: textOrNumber,
    MerchantAdviceCode: textOrNumber,
    ProofOfSale: textOrNumber,
    AuthorizationCode: textOrNumber,
    AuthenticationUrl: textOrNumber,
    Eci: textOrNumber,
    TryAutomaticCancellation: nullIfInvalid(flag),
    Chargebacks: nullIfInvalid(z.array(chargeback)),
    FraudAlert: nullIfInvalid(z.object({ Date: textOrNumber, ReasonMessage: textOrNumber })),
    CreditCard: card,
    DebitCard: card,
  }),
})
export type Payment = z.output<typeof saleAnswer>['Payment']
export type Card = z.output<typeof card>

export const saleOrder = z.object({ MerchantOrderId: z.string() })

export const errorAnswer = z.array(z.object({ Code: numberOrDigits })).check(z.minLength(1))

const hits = z.nullish(z.array(z.object({ PaymentId: z.string() })))
export const orderAnswer = z.object({ Payment: hits, Payments: hits })

export const changeAnswer = z.object({ Status: z.nullish(numberOrDigits), ReturnCode: textOrNumber })

export const notification = z.object({
  PaymentId: z.guid(),
  ChangeType: z.catch(z.nullish(z.coerce.number()), null),
})
