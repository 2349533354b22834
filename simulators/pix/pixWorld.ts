import type { Clock } from '#kit/clock.ts'
import type { Later } from '../cielo/trouble/later.ts'
import type { Charge } from './ledger/records.ts'
import type { PixFaults } from './pixFaults.ts'
import type { PixLedger } from './ledger/pixLedger.ts'
import type { PixNotifier } from './pixNotifier.ts'

/** What every route of the simulated bank works on. */
export type PixWorld = {
  readonly ledger: PixLedger
  readonly clock: Clock
  readonly faults: PixFaults
  readonly notifier: PixNotifier
  readonly later: Later
  /** The name that the shop gave a charge. */
  readonly orderOf: (charge: Charge) => string
  /** Whether a Pix key is one of this account's. */
  readonly owns: (key: string) => boolean
  /** Where the bank listens, without a slash at the end. */
  readonly url: () => string
}
