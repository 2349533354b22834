import type { Delays } from '#simulators/cielo/delays.ts'
import { type Fault, faultNames, type FaultOf, isFaultOf, type FaultPoint } from '#simulators/cielo/faults.ts'
import { type PixFault, pixFaultNames, type PixFaultOf, isPixFaultOf } from '#simulators/pix/pixFaults.ts'
import { minuteMs } from '#kit/clock.ts'
import type { Random } from '../fuzz/random.ts'
import type { RunLog } from './runLog.ts'

/** A minute of a run stands for twenty: delays of the acquirer are so many times shorter. */
const scale = 20

/** The longest delay of a sale, a notification or a query's answer. */
const lateMs = 200_000
/** After it every delayed call has arrived. */
export const longestDelayMs = lateMs / scale + 500

/** The portal's settings at that scale. */
export const scaledTimings = {
  NOT_FOUND_GRACE_MS: String(60_000 / scale),
  JANITOR_INTERVAL_MS: String(30_000 / scale),
  ACQUIRER_TIMEOUT_MS: '1000',
}

/** How often each fault is chosen among its kind. */
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

/** Each kind in the run log. */
const kinds: Readonly<Record<FaultPoint, string>> = {
  sale: 'sales, captures, voids',
  capture: 'sales, captures, voids',
  void: 'sales, captures, voids',
  query: 'queries',
  three_ds: 'authentications',
  script: 'authentications',
  debit: 'debits',
}

/** The same of a Pix, at the bank or at Cielo. */
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

export type FaultInjector = ReturnType<typeof createFaultInjector>

/** Faults of acquirer and bank in a share of their calls, until `stop`. */
export function createFaultInjector(random: Random, runLog: RunLog, share: number) {
  let left = share
  const choose = <Name extends string>(
    who: string,
    names: readonly Name[],
    weighted: Readonly<Partial<Record<Name, number>>>,
  ): Name | null => {
    if (!random.chance(left)) return null
    const fault = random.pick(names.flatMap((name) => Array<Name>(weighted[name] ?? 0).fill(name)))
    runLog.count(`${who}: ${fault}`)
    return fault
  }
  const faultOf: FaultOf = (point) => {
    if (left === 0) return null
    runLog.count(`acquirer: ${kinds[point]}`)
    const names = faultNames.filter((fault) => isFaultOf(fault, point))
    return choose('acquirer', names, weights)
  }
  const pixFaultOf: PixFaultOf = (point) => {
    const names = pixFaultNames.filter((fault) => isPixFaultOf(fault, point))
    return left === 0 ? null : choose('bank', names, pixWeights)
  }
  const late = () => (40_000 + random.next() * (lateMs - 40_000)) / scale
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
    stop: () => {
      left = 0
    },
  }
}
