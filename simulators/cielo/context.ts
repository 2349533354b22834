import type { Clock } from '#kit/clock.ts'
import type { Delays } from './delays.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { QueryLag, Scheduler } from './faultEffects/scheduler.ts'
import type { Notifier } from './notifier.ts'

/** Without a final slash. */
export type Urls = { readonly url: string; readonly queryUrl: string }

/** Shared by all routes. */
export type SimulatorContext = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly faults: Faults
  readonly notifier: Notifier
  readonly later: Scheduler
  readonly lag: QueryLag
  readonly delays: Delays
  /** How long queries do not show a change. */
  readonly queryLagMs: number
  /** Skips rules that only make people wait. */
  readonly skipsWaits: boolean
  readonly urls: () => Urls
}
