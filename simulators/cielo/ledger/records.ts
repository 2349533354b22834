import * as z from 'zod/mini'

/** The number is masked, and the security code is not stored. */
const storedCard = z.object({
  maskedNumber: z.string(),
  holder: z.string(),
  expiration: z.string(),
  brand: z.string(),
})
export type StoredCard = z.infer<typeof storedCard>

/** The issuer's answer. */
const verdict = z.object({ approved: z.boolean(), returnCode: z.string(), returnMessage: z.string() })
export type Verdict = z.infer<typeof verdict>

/** ExternalAuthentication (3DS 2) of the request; '' for absent fields. */
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

/** Fields of the answers that no rule reads. */
const details = z.object({
  /** Cielo's number for an order whose own is too long or repeated. */
  sentOrderId: text,
  /** Answers to a sale by token show neither number, holder nor expiry. */
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
  /** Queries do not show its refunds. */
  isUntold: z.optional(z.boolean()),
})
export type Details = Readonly<z.infer<typeof details>>

/** For sales of earlier releases. */
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
  /** Centavos. */
  amount: z.number(),
  authorised: z.number(),
  captured: z.number(),
  voided: z.number(),
  /**
   * Cielo's Payment.Status (src/acquirer/server/cielo/README.md#10-status); 13 for an expired authorisation.
   */
  status: z.number(),
  returnCode: z.string(),
  returnMessage: z.string(),
  tid: z.string(),
  proofOfSale: z.string(),
  authorizationCode: z.nullable(z.string()),
  installments: z.number(),
  capture: z.boolean(),
  softDescriptor: z.nullable(z.string()),
  card: storedCard,
  saveCard: z.boolean(),
  cardToken: z.nullable(z.string()),
  returnUrl: z.nullable(z.string()),
  /** Absent in ledgers of earlier releases. */
  authenticate: z.optional(z.boolean()),
  external: z.optional(z.nullable(external)),
  /** The issuer's answer once the cardholder is authenticated. */
  pending: z.nullable(verdict),
  createdAt: z.string(),
  capturedAt: z.nullable(z.string()),
  voidedAt: z.nullable(z.string()),
  details: z._default(details, noDetails),
})
/** Times are ISO 8601 in UTC. */
export type Sale = Readonly<z.infer<typeof sale>>

const cardRecord = z.extend(storedCard, { token: z.string(), customerName: z.string() })
export type CardRecord = Readonly<z.infer<typeof cardRecord>>

export const record = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale'), sale }),
  z.object({ kind: z.literal('card'), card: cardRecord }),
])
