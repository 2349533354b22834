import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { TrailNames } from '#staff/server/actorNames.ts'

/** Built once in app/server/deps.ts. */
export type ClosingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly trailNames: TrailNames
  readonly publicUrl: string
  /** The name and CNPJ that a closing is headed by. */
  readonly operator: () => Promise<{ name: string; cnpj: string }>
}
