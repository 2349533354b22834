import type { Delays } from '#simulators/cielo/delays.ts'
import { type Fault, faultNames, type FaultOf, isFaultOf, type FaultPoint } from '#simulators/cielo/faults.ts'
import { type PixFault, pixFaultNames, type PixFaultOf, isPixFaultOf } from '#simulators/pix/pixFaults.ts'
import { minuteMs } from '#kit/clock.ts'
import type { Dice } from '../fuzz/dice.ts'
import type { Story } from './story.ts'

/** A run has a minute where life has twenty: what the acquirer is late with is so many times as fast. */
const scale = 20

/** The longest that a sale, a notice or what a query shows is late. */
const lateMs = 200_000
/** By then whatever was late has come. */
export const allHasComeMs = lateMs / scale + 500

/** Times of the portal that go with it; what the product itself fixes (2, 5, 10, 20 s after silence) stays. */
export const hurried = {
  NOT_FOUND_GRACE_MS: String(60_000 / scale),
  JANITOR_INTERVAL_MS: String(30_000 / scale),
  ACQUIRER_TIMEOUT_MS: '1000',
}

/** How often each falls among its kind: what was mended once, more often than it would. */
const weights: Readonly<Partial<Record<Fault, number>>> = {
  hang: 1,
  drop_before_commit: 2,
  drop_after_commit: 2,
  late_sale: 4,
  late_untold: 7,
  status_500: 2,
  html: 1,
  empty: 1,
  status0: 1,
  slow: 1,
  notify_twice: 2,
  notify_early: 2,
  notify_lost: 2,
  notify_late: 2,
  query_lag: 6,
  status0_stays: 1,
  status0_bp171: 1,
  status0_001: 1,
  mac_03: 1,
  sale_twice: 2,
  sale_twice_late: 2,
  sale_twice_unheard: 2,
  auto_cancel: 2,
  chargeback: 1,
  fraud_alert: 1,
  capture_308: 2,
  void_41: 1,
  void_100: 1,
  void_55: 1,
  void_57: 1,
  void_475: 1,
  void_476: 2,
  void_bp900: 2,
  void_denied: 2,
  void_untold: 3,
  query_404: 1,
  query_405: 1,
  query_none: 2,
  query_untold: 3,
  three_ds_down: 1,
  bank_page: 1,
}

/** What the run's story calls each kind. */
const kinds: Readonly<Record<FaultPoint, string>> = {
  sale: 'sales, captures, returns',
  capture: 'sales, captures, returns',
  void: 'sales, captures, returns',
  query: 'questions',
  three_ds: 'authentications',
  script: 'authentications',
  debit: 'debits',
}

/** The same of a Pix, at the bank or at Cielo. A return that is denied is asked for again after hours, to which the run moves on. */
const pixWeights: Readonly<Partial<Record<PixFault, number>>> = {
  hang: 1,
  drop_before_commit: 2,
  drop_after_commit: 2,
  status_500: 2,
  sale_twice: 2,
  silent_webhook: 4,
  webhook_twice: 2,
  webhook_early: 2,
  return_pending: 1,
  return_denied: 1,
}

/** An acquirer and a bank that fail in a share of its calls, as the dice want; `end` lets it answer from then on. */
export function openTrouble(dice: Dice, story: Story, share: number) {
  let left = share
  const faultOf: FaultOf = (met) => {
    if (left === 0) return null
    story.note(`acquirer: ${kinds[met]}`)
    if (!dice.falls(left)) return null
    const fault = dice.pick(
      tickets(
        faultNames.filter((fault) => isFaultOf(fault, met)),
        weights,
      ),
    )
    story.note(`acquirer: ${fault}`)
    return fault
  }
  const pixFaultOf: PixFaultOf = (met) => {
    if (left === 0 || !dice.falls(left)) return null
    const fault = dice.pick(
      tickets(
        pixFaultNames.filter((fault) => isPixFaultOf(fault, met)),
        pixWeights,
      ),
    )
    story.note(`bank: ${fault}`)
    return fault
  }
  const late = () => (40_000 + dice.next() * (lateMs - 40_000)) / scale
  const delays: Delays = {
    lateMs: late,
    lagMs: late,
    slowMs: 3_000 / scale,
    repeatMs: (30 * minuteMs) / scale,
  }
  return {
    faultOf,
    pixFaultOf,
    delays,
    end: () => {
      left = 0
    },
  }
}

function tickets<Name extends string>(
  names: readonly Name[],
  weighted: Readonly<Partial<Record<Name, number>>>,
): Name[] {
  return names.flatMap((name) => Array<Name>(weighted[name] ?? 0).fill(name))
}
