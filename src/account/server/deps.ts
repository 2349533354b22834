import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { CepSource } from './cepSource.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'

/** docs/spec.md#r33 */
export type TermsHash = (db: Db) => Promise<string>

export type AccountDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly publicUrl: string
  /** Null: no external look-up. */
  readonly cepSource: CepSource | null
  readonly lotNames: (db: Db) => Promise<readonly { id: number; name: string }[]>
  readonly operatorTimeZone: OperatorTimeZone
  readonly operatorName: () => Promise<string>
  readonly termsHash: TermsHash
  /** Moves a guest's payments to the person, unless the tax numbers differ. */
  readonly onSignIn: (
    db: Db,
    login: { from: string; to: string; userId: number; taxId: string; ticketCode?: string | null; now: Date },
  ) => Promise<void>
}
