import * as z from 'zod/mini'

/** A card as the simulator keeps it: the number only masked, never a security code. */
const keptCard = z.object({
  maskedNumber: z.string(),
  holder: z.string(),
  /** MM/YYYY. */
  expiration: z.string(),
  brand: z.string(),
})
export type KeptCard = z.infer<typeof keptCard>

/** What the issuer will say: a row of the last-digit table, or of the 3DS cards. */
const verdict = z.object({ approved: z.boolean(), returnCode: z.string(), returnMessage: z.string() })
export type Verdict = z.infer<typeof verdict>

/** What an authentication (3DS 2) left behind, as the sale brought it; '' where it brought none. */
const external = z.object({
  cavv: z.string(),
  xid: z.string(),
  eci: z.string(),
  version: z.string(),
  referenceId: z.string(),
  dataOnly: z.boolean(),
})
export type External = Readonly<z.infer<typeof external>>

const text = z.nullable(z.string())

/** What the answers carry besides, and no rule of the simulator looks at. */
const details = z.object({
  /** Cielo's own number of an order whose number is too long for the acquirer, or was used before. */
  sentOrderId: text,
  /** Paid with a token: the answers show neither number, holder nor expiry. */
  byToken: z.boolean(),
  cardOnFile: z.nullable(z.object({ Usage: z.string(), Reason: z.optional(z.string()) })),
  initiated: z.nullable(z.object({ Category: z.string(), Subcategory: z.string() })),
  adviceCode: text,
  issuerTransactionId: text,
  transactionLinkId: text,
  accountReference: text,
  reasonCode: z.nullable(z.number()),
  providerReturnCode: text,
  triesCancellation: z.boolean(),
  chargebacks: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  fraudAlert: z.nullable(z.record(z.string(), z.union([z.string(), z.boolean()]))),
  /** No query tells what went back of it. */
  isUntold: z.optional(z.boolean()),
})
export type Details = Readonly<z.infer<typeof details>>

/** Of a sale about which there is nothing more to say; those that earlier releases kept have these. */
export const noDetails: Details = {
  sentOrderId: null,
  byToken: false,
  cardOnFile: null,
  initiated: null,
  adviceCode: null,
  issuerTransactionId: null,
  transactionLinkId: null,
  accountReference: null,
  reasonCode: null,
  providerReturnCode: null,
  triesCancellation: false,
  chargebacks: [],
  fraudAlert: null,
}

const sale = z.object({
  paymentId: z.string(),
  orderId: z.string(),
  type: z.enum(['CreditCard', 'DebitCard']),
  customerName: z.string(),
  /** Centavos asked for, and what happened to them. */
  amount: z.number(),
  authorised: z.number(),
  captured: z.number(),
  voided: z.number(),
  /** Cielo's Payment.Status (src/acquirer/server/cielo/README.md#10-status); 13 is what an authorisation that lapsed becomes here. */
  status: z.number(),
  /** Empty where the answers have none. */
  returnCode: z.string(),
  returnMessage: z.string(),
  tid: z.string(),
  proofOfSale: z.string(),
  authorizationCode: z.nullable(z.string()),
  installments: z.number(),
  capture: z.boolean(),
  softDescriptor: z.nullable(z.string()),
  card: keptCard,
  saveCard: z.boolean(),
  cardToken: z.nullable(z.string()),
  /** Where the browser goes back to, when the cardholder has to authenticate. */
  returnUrl: z.nullable(z.string()),
  /** Absent in the ledgers of earlier releases. */
  authenticate: z.optional(z.boolean()),
  external: z.optional(z.nullable(external)),
  /** While the cardholder has not authenticated: what the issuer says once that is done. */
  pending: z.nullable(verdict),
  createdAt: z.string(),
  capturedAt: z.nullable(z.string()),
  voidedAt: z.nullable(z.string()),
  details: z._default(details, noDetails),
})
/** Times are ISO 8601 in UTC. */
export type Sale = Readonly<z.infer<typeof sale>>

const cardRecord = z.extend(keptCard, { token: z.string(), customerName: z.string() })
/** A tokenised card. */
export type CardRecord = Readonly<z.infer<typeof cardRecord>>

/** One line of the ledger's file. */
export const record = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale'), sale }),
  z.object({ kind: z.literal('card'), card: cardRecord }),
])
