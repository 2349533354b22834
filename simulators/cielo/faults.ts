import { type FaultQueue, createFaultQueue } from './faultQueue.ts'
/** The kinds of calls that faults apply to. */
export type FaultPoint = 'sale' | 'capture' | 'void' | 'query' | 'three_ds' | 'script' | 'debit'

const changes = ['sale', 'capture', 'void'] as const

/** Each is defined in src/acquirer/README.md. */
const faultRows = {
  hang: changes,
  drop_before_commit: changes,
  drop_after_commit: changes,
  late_sale: changes,
  late_untold: changes,
  status_500: changes,
  html: changes,
  empty: changes,
  status0: changes,
  slow: changes,
  notify_twice: changes,
  notify_early: changes,
  notify_lost: changes,
  notify_late: changes,
  query_lag: changes,
  status0_stays: ['sale'],
  status0_bp171: ['sale'],
  status0_001: ['sale'],
  mac_03: ['sale'],
  sale_refused: ['sale'],
  sale_twice: ['sale'],
  sale_twice_late: ['sale'],
  sale_twice_unheard: ['sale'],
  auto_cancel: ['sale'],
  chargeback: ['sale'],
  fraud_alert: ['sale'],
  capture_308: ['capture'],
  capture_in_full: ['capture'],
  capture_in_full_lag: ['capture'],
  void_41: ['void'],
  void_43: ['void'],
  void_55: ['void'],
  void_56: ['void'],
  void_57: ['void'],
  void_100: ['void'],
  void_475: ['void'],
  void_476: ['void'],
  void_bp900: ['void'],
  void_denied: ['void'],
  void_untold: ['void'],
  void_other_amount: ['void'],
  query_404: ['query'],
  query_405: ['query'],
  query_none: ['query'],
  query_untold: ['query'],
  three_ds_down: ['three_ds'],
  three_ds_elsewhere: ['script'],
  three_ds_mute: ['script'],
  three_ds_moved: ['script'],
  bank_page: ['debit'],
} as const satisfies Readonly<Record<string, readonly FaultPoint[]>>
export type Fault = keyof typeof faultRows

export const faultNames = Object.keys(faultRows).filter(isFault)

function isFault(name: string): name is Fault {
  return Object.hasOwn(faultRows, name)
}

export function isFaultOf(fault: Fault, point: FaultPoint): boolean {
  const rows: Readonly<Record<Fault, readonly FaultPoint[]>> = faultRows
  return rows[fault].includes(point)
}

export type Faults = FaultQueue<Fault, FaultPoint>

/** The fault of a call without a queued one. */
export type FaultOf = (point: FaultPoint) => Fault | null

export function createFaults(faultOf: FaultOf = () => null): Faults {
  return createFaultQueue(isFaultOf, faultOf)
}
