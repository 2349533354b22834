import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'

export type Certificate = { readonly name: string; readonly until: Date }

export type AlertDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly publicUrl: string
  /** From the settings, else every admin. */
  readonly alertTo: () => Promise<readonly string[]>
  readonly certificates: readonly Certificate[]
}
