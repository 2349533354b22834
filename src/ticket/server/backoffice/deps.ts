import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { People } from '#staff/server/people.ts'
import type { ReservedStay } from './reservedStay.ts'

/** What the desk of tickets needs; built once in app/server/deps.ts. */
export type TicketDeskDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly people: People
  readonly reservedStay: ReservedStay
  /** Where drivers find the portal. */
  readonly publicUrl: string
}
