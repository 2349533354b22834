import type { FastifyBaseLogger } from 'fastify'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { PaymentSettings } from '../authentication/ends.ts'
import type { Method } from '../method.ts'
import type { Payable } from './payable.ts'

/** What the payment flows need; built once in app/server/deps.ts. A flow names the part it uses. */
export type PaymentDeps = {
  readonly db: Db
  readonly clock: SharedClock
  /** Guarded: they throw inside a transaction, and answer `unknown` past their time budget. */
  readonly acquirers: Acquirers
  /** Seal and open saved cards. */
  readonly cardKeys: CardKeys
  /** Tells whether a card was tried before, without keeping its number; outside the database. */
  readonly cardNumberKey: Buffer
  readonly subject: Payable
  /** The ways to pay that are offered: what the acquirers can do, and the settings do not close. */
  readonly methods: () => Promise<readonly Method[]>
  /** What the operator chose about paying; a change is seen within two seconds. */
  readonly paymentSettings: () => Promise<PaymentSettings>
  readonly mailer: Mailer
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** The address that people know the portal by: banks send their customers back there. */
  readonly publicUrl: string
  readonly timing: {
    /** Budget of one acquirer call. */
    readonly acquirerTimeoutMs: number
    readonly janitorIntervalMs: number
    /** Time between the two 'not found' that free a payment. */
    readonly notFoundGraceMs: number
  }
  /** Whom the operator wants to be told of what stands in the queue: the page setting, else every admin. */
  readonly alertTo: () => Promise<readonly string[]>
  /** Who sends receipts; read when one is sent. */
  readonly operator: () => Promise<{ name: string; cnpj: string }>
}
