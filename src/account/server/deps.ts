import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { CepSource } from './cepSource.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'

/** What the account flows need; built once in app/server/deps.ts. A flow names the part it uses. */
export type AccountDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  /** The address that people know the portal by: what mails lead to. */
  readonly publicUrl: string
  /** Finds the street of a postal code; null where nobody is asked. */
  readonly cepSource: CepSource | null
  /** Who sends the mails; read when one is sent. */
  readonly operatorName: () => Promise<string>
  /** In the transaction that signs in: what the guest's session had becomes the person's, unless it names another tax number. */
  readonly onSignIn: (
    db: Db,
    login: { from: string; to: string; userId: number; taxId: string; now: Date },
  ) => Promise<void>
}
