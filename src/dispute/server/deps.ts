import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { People } from '#staff/server/deps.ts'

export type DisputeDeps = Pick<PaymentDeps, 'subject' | 'operator' | 'alertTo'> & {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly people: People
  readonly publicUrl: string
}
