import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { People } from '#staff/server/deps.ts'
import type { ReservedStay } from './reservedStay.ts'

export type TicketBackOfficeDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly people: People
  readonly reservedStay: ReservedStay
  readonly timing: PaymentDeps['timing']
  readonly publicUrl: string
}
