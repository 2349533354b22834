import type { Clock } from '#kit/clock.ts'
import type { Delays } from './delays.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Lag } from './trouble/lag.ts'
import type { Later } from './trouble/later.ts'
import type { Notifier } from './notify.ts'

/** Where the simulator listens, without a slash at the end: for sales and changes, and for questions. */
export type Urls = { readonly url: string; readonly queryUrl: string }

/** What every route of the simulator works on. */
export type World = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly faults: Faults
  readonly notifier: Notifier
  readonly later: Later
  readonly lag: Lag
  readonly delays: Delays
  /** For how long no question shows a change; 0 shows it at once. */
  readonly queryLagMs: number
  /** Whether it leaves out what a person who tries the portal would only wait for. */
  readonly isKind: boolean
  readonly urls: () => Urls
}
