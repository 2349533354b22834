import type { Clock } from '#kit/clock.ts'
import type { Delays } from './delays.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Lag } from './lag.ts'
import type { Later } from './later.ts'
import type { Notifier } from './notify.ts'

/** What every route of the simulator works on. */
export type World = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly faults: Faults
  readonly notifier: Notifier
  readonly later: Later
  readonly lag: Lag
  readonly delays: Delays
  /** How long an authorisation can be captured. */
  readonly captureWindowMs: number
  /** Where the simulator listens, without a slash at the end. */
  readonly url: () => string
}
