import * as z from 'zod/mini'

/** Cielo sends codes, numbers and booleans at times as texts (src/acquirer/server/cielo/README.md#2-json). */
const text = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))
const flag = z.nullish(z.union([z.boolean(), z.string()]))
const cents = z.nullish(z.int())
/** An undocumented format of an optional field counts as absent. */
const aside = <Read extends z.ZodMiniType>(read: Read) => z.catch(z.nullish(read), null)
const chargeback = z.object({
  Amount: z.catch(cents, null),
  CaseNumber: text,
  Date: text,
  ReasonMessage: text,
  ReasonCode: text,
})
const card = z.nullish(z.object({ CardNumber: text, Brand: text, SaveCard: flag, CardToken: text }))

export const saleAnswer = z.object({
  Payment: z.object({
    PaymentId: z.string(),
    Status: z.number(),
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

export const errorAnswer = z.array(z.object({ Code: z.number() })).check(z.minLength(1))

const hits = z.nullish(z.array(z.object({ PaymentId: z.string() })))
/** `Payment` in the manual, `Payments` in its sister API (src/acquirer/server/cielo/README.md#6-queries). */
export const orderAnswer = z.object({ Payment: hits, Payments: hits })

export const changeAnswer = z.object({ Status: z.nullish(z.number()), ReturnCode: text })

export const notification = z.object({
  PaymentId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  ChangeType: z.catch(z.nullish(z.coerce.number()), null),
})
