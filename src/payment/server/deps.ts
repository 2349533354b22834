import type { TermsHash } from '#account/server/deps.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { PaymentSettings } from '../method/authenticationOutcomes.ts'
import type { Method } from '../method/method.ts'
import type { Payable } from './payable.ts'

export type PaymentDeps = {
  readonly db: Db
  readonly clock: SharedClock
  /** Guarded acquirers throw inside a transaction, and answer `unknown` past their timeout. */
  readonly acquirers: Acquirers
  readonly cardKeys: CardKeys
  /** Signs receipts of new captures; null where they are not signed. */
  readonly receiptKid: string | null
  /** Hash key of card numbers for rate limits; not in the database. */
  readonly cardNumberKey: Buffer
  readonly subject: Payable
  readonly methods: () => Promise<readonly Method[]>
  readonly paymentSettings: () => Promise<PaymentSettings>
  readonly mailer: Mailer
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly publicUrl: string
  readonly timing: {
    readonly acquirerTimeoutMs: number
    readonly janitorIntervalMs: number
    /** Time between the two 'not found' answers that reopen a payment. */
    readonly notFoundGraceMs: number
  }
  readonly alertTo: () => Promise<readonly string[]>
  /** Throws `not_configured` until the operator is known (docs/spec.md#r36). */
  readonly assertConfigured: () => Promise<void>
  readonly operator: () => Promise<{ name: string; cnpj: string }>
  readonly termsHash: TermsHash
}
