import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Payable } from '#payment/server/payable.ts'
import type { ReadSnapshot } from './ticketSnapshot.ts'

export type TicketDeps = {
  readonly db: Db
  readonly clock: SharedClock
  readonly subject: Payable
  readonly readSnapshot: ReadSnapshot
  readonly methods: PaymentDeps['methods']
  readonly assertConfigured: PaymentDeps['assertConfigured']
}
