import type { Clock } from '#kit/clock.ts'
import type { Later } from '../cielo/trouble/later.ts'
import type { Charge } from './ledger/records.ts'
import type { PixFaults } from './pixFaults.ts'
import type { PixLedger } from './ledger/pixLedger.ts'
import type { PixNotifier } from './pixNotifier.ts'

/** Shared by all routes. */
export type PixWorld = {
  readonly ledger: PixLedger
  readonly clock: Clock
  readonly faults: PixFaults
  readonly notifier: PixNotifier
  readonly later: Later
  readonly orderOf: (charge: Charge) => string
  /** Whether a Pix key belongs to this account. */
  readonly owns: (key: string) => boolean
  /** Without a final slash. */
  readonly url: () => string
}
