import { isSent, type PaymentState } from '../paymentState.ts'

/** What a device knows of a ticket's payment (docs/spec.md#r27). */
type LocalRecords = {
  readonly sent: 'unanswered' | 'answered'
  readonly receipt: 'none' | 'newer' | 'older'
}

type PaymentDisplay = 'received' | 'confirming' | 'answer'

/** Only `answer` allows paying. */
export function paymentDisplay({ sent, receipt }: LocalRecords): PaymentDisplay {
  if (receipt === 'newer') return 'received'
  return sent === 'unanswered' ? 'confirming' : 'answer'
}

/** Server instants, ISO 8601. Within the same second the receipt counts as newer. */
export function compareReceiptAge(receiptAt: string, answeredAt: string | null): 'newer' | 'older' {
  return answeredAt === null || Date.parse(receiptAt) >= Date.parse(answeredAt) ? 'newer' : 'older'
}

/**
 * Whether the state answers the `pay` sent. `refused`: an attempt was used up, or `pay` itself answered.
 * `isAuthenticated`: the `pay` carried the cardholder's authentication, so that waiting for it is older.
 */
export function isDefiniteState(state: PaymentState, refused: boolean, isAuthenticated = false): boolean {
  if (state === 'created') return refused
  return !isSent(state) && !(isAuthenticated && state === 'awaiting_cardholder')
}

const maxRequestMs = 5 * 60_000

/** Whether `pay` can no longer arrive at the time of the look-up. `sentAt` in ms, `lookedUpAt` in ISO 8601. */
export function isRequestOver(sentAt: number, lookedUpAt: string): boolean {
  return Date.parse(lookedUpAt) > sentAt + maxRequestMs
}

type RefusedCall = { readonly status: number; readonly code: string }

const indefiniteStatuses: readonly number[] = [401, 403, 408, 419, 429]
const indefiniteCodes: readonly string[] = ['payment_in_flight', 'undefined_response']

/** `earlier`: an earlier `pay` is unanswered. A `session_changed` executed nothing (docs/spec.md#r26). */
export function isDefiniteRefusal({ status, code }: RefusedCall, earlier: boolean): boolean {
  const isRefusal = status >= 400 && status < 500
  if (code === 'session_changed') return !earlier
  return isRefusal && !earlier && !indefiniteStatuses.includes(status) && !indefiniteCodes.includes(code)
}
