import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Payable } from '#payment/server/payable.ts'
import type { ReadWhole } from './wholeTicket.ts'

/** What the ticket calls need; built once in app/server/deps.ts. */
export type TicketDeps = {
  readonly db: Db
  readonly clock: SharedClock
  readonly subject: Payable
  readonly readWhole: ReadWhole
  /** The ways to pay that are offered. */
  readonly methods: PaymentDeps['methods']
}
