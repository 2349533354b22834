import type { Db } from '#db/schema.ts'
import type { SharedClock, Clock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Payable } from '#payment/server/payable.ts'
import type { ReadSnapshot } from './ticketSnapshot.ts'
import type { People } from '#staff/server/deps.ts'
import type { ReservedStay } from './backoffice/reservedStay.ts'

export type TicketDeps = {
  readonly db: Db
  readonly clock: SharedClock
  readonly subject: Payable
  readonly readSnapshot: ReadSnapshot
  readonly methods: PaymentDeps['methods']
  readonly assertConfigured: PaymentDeps['assertConfigured']
}

export type TicketBackOfficeDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly people: People
  readonly reservedStay: ReservedStay
  readonly timing: PaymentDeps['timing']
  readonly publicUrl: string
}
