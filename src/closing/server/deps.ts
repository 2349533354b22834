import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { TrailNames } from '#staff/server/actorNames.ts'

export type ClosingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly trailNames: TrailNames
  readonly publicUrl: string
  readonly operator: () => Promise<{ name: string; cnpj: string }>
}
