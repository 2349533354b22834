import * as z from 'zod/mini'
import { personAddress, userAccount } from '#account/me/contract.ts'
import { savedCard } from '#card/contract.ts'
import { userContest } from '#contest/contract.ts'
import { data, endpoint } from '#kit/endpoint.ts'
import { rowId, typedPassword } from '#kit/fields.ts'
import { historyItem } from '#receipt/contract.ts'
import { ownPayer } from '#payment/contract.ts'
import { ownReservation } from '#reservation/contract.ts'
import { guestEntry } from '#session/guestData.ts'
import { vehicle } from '#vehicle/contract.ts'

/** A consent that is not `revocable` ends with the account. */
export const consent = z.object({
  id: z.number(),
  kind: z.enum(['terms', 'saved_cards']),
  title: z.string(),
  terms_version: z.string(),
  /** SHA-256 of the terms as shown, in hex (docs/spec.md#r33). */
  terms_hash: z.nullable(z.string()),
  at: z.string(),
  revoked_at: z.nullable(z.string()),
  revocable: z.boolean(),
})
export type WireConsent = z.output<typeof consent>

/** It stays after erasure (LGPD art. 16). `count` is null when rows are not counted. */
const keptRecord = z.object({ title: z.string(), count: z.nullable(z.number()), reason: z.string() })

const dataCopy = z.object({ where: z.string(), what: z.string(), kept: z.string() })
export type DataCopy = z.output<typeof dataCopy>

/** LGPD art. 18 */
export const myData = z.object({
  account: userAccount,
  address: personAddress,
  vehicles: z.array(vehicle),
  saved_cards: z.array(savedCard),
  consents: z.array(consent),
  payments: z.array(historyItem),
  payers: z.array(ownPayer),
  reservations: z.array(ownReservation),
  contests: z.array(userContest),
  devices: z.array(z.object({ id: z.number(), created_at: z.string(), used_at: z.string() })),
  logins: z.array(z.object({ created_at: z.string(), expires_at: z.string() })),
  typed: z.pick(guestEntry, { account: true, address: true }),
  copies: z.array(dataCopy),
  kept_after_erasure: z.array(keptRecord),
  exported_at: z.string(),
})

export const exportMyData = endpoint('GET', '/api/me/data', 'customer', {
  summary: 'Everything stored about the signed-in person, as JSON.',
  reply: data(myData),
})

export const listConsents = endpoint('GET', '/api/me/consent', 'customer', {
  summary: 'What the signed-in person agreed to, newest first.',
  reply: data(z.array(consent)),
})

export const revokeConsent = endpoint('DELETE', '/api/me/consent/:id', 'customer', {
  summary: 'Revokes an own consent and deletes what it allowed; a repeat answers the same.',
  params: z.object({ id: rowId }),
  reply: data(consent),
  errors: { consent_needed: 409 },
})

export const eraseAccount = endpoint('POST', '/api/me/erase', 'customer', {
  summary:
    'Erases the account and everything personal; fiscal records of payments stay, without the account.',
  body: z.object({ password: typedPassword }),
  reply: data(z.object({ erased: z.boolean(), kept: z.array(keptRecord) })),
  errors: { second_factor: 403, payment_in_flight: 409, reservation_open: 409, last_admin: 409 },
})
