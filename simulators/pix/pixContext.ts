import type { Clock } from '#kit/clock.ts'
import type { Scheduler } from '../cielo/faultEffects/scheduler.ts'
import type { Charge } from './ledger/records.ts'
import type { PixFaults } from './pixFaults.ts'
import type { PixLedger } from './ledger/pixLedger.ts'
import type { PixNotifier } from './pixNotifier.ts'

/** Shared by all routes. */
export type PixContext = {
  readonly ledger: PixLedger
  readonly clock: Clock
  readonly faults: PixFaults
  readonly notifier: PixNotifier
  readonly later: Scheduler
  readonly orderOf: (charge: Charge) => string
  /** Whether a Pix key belongs to this account. */
  readonly isOwnKey: (key: string) => boolean
  /** Without a final slash. */
  readonly url: () => string
}
