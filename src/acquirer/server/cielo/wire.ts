import * as z from 'zod/mini'

/** Cielo's examples write codes, numbers and booleans sometimes as texts (src/acquirer/server/cielo/README.md#2-json). */
const text = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))
const flag = z.nullish(z.union([z.boolean(), z.string()]))
const cents = z.nullish(z.int())
/** What nobody pays by: written in another way than documented, it is as good as absent. */
const aside = <Read extends z.ZodMiniType>(read: Read) => z.catch(z.nullish(read), null)
const chargeback = z.object({
  Amount: z.catch(cents, null),
  CaseNumber: text,
  Date: text,
  ReasonMessage: text,
  ReasonCode: text,
})
const card = z.nullish(z.object({ CardNumber: text, Brand: text, SaveCard: flag, CardToken: text }))

/** The parts of a sale that we read; new fields may appear at any time, so others are ignored. */
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

/** Under which order a sale was made. */
export const saleOrder = z.object({ MerchantOrderId: z.string() })

/** HTTP 400: an array, also for one error. */
export const errorAnswer = z.array(z.object({ Code: z.number() })).check(z.minLength(1))

const hits = z.nullish(z.array(z.object({ PaymentId: z.string() })))
/** The sales of an order. The manual shows `Payment`, its sister API `Payments` (src/acquirer/server/cielo/README.md#6-queries). */
export const orderAnswer = z.object({ Payment: hits, Payments: hits })

/** What capture and void answer: the codes of this operation, not of the sale. */
export const changeAnswer = z.object({ Status: z.nullish(z.number()), ReturnCode: text })

/** The body of a notification. */
export const notification = z.object({
  PaymentId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  ChangeType: z.catch(z.nullish(z.coerce.number()), null),
})
