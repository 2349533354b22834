import { paymentCan, type PaymentState } from '#payment/paymentState.ts'
import { type AttemptState, attemptAllows } from '#payment/attemptStates.ts'
import { paymentStates, refundDecisions, type RefundState } from '#payment/stateTexts.ts'
import type { CaseKind, StaffClosedKind } from '#payment/caseKinds.ts'

/** How a state ends, and what happens to one that does not. docs/payment.md#exits shows these rows. */
type ExitRow = {
  /** Who ends it; nobody for a final state. */
  readonly by: 'driver' | 'cardholder' | 'payer' | 'acquirer' | 'job' | 'reservation' | 'staff' | null
  /** When it ends by itself at the latest, and how. */
  readonly when: string
  /** The gate's answer meanwhile, for a stay without another payment. */
  readonly gate: string
  /**
   * Where it stands once it is older than its limit: in the queue from the start, as a case, or nowhere because it
   * ends by itself or is over.
   */
  readonly late: 'queue' | CaseKind | null
}

const price = 'asks for the price'
const over = { by: null, when: 'over', late: null } as const
/** The acquirer's window is not watched: an expired hold is noticed at its capture. */
const lapse = 'its latest arrival, or the exit; one that lapsed is released then'
const paid = 'opens until the exit deadline'
/** Events of a sale open and close no gate. */
const own = 'as its payment says'

/** The states of a payment; a hold's phase distinguishes `authorised` and `capturing` further. */
export const paymentExits = {
  created: { by: 'driver', when: '2 h: expired', gate: price, late: null },
  authorising: {
    by: 'acquirer',
    when: 'the budget of the call and 1 s: asked about',
    gate: price,
    late: 'late_answer',
  },
  awaiting_cardholder: {
    by: 'cardholder',
    when: 'until the acquirer says: created',
    gate: price,
    late: null,
  },
  awaiting_payment: {
    by: 'payer',
    when: 'until the code is over, or somebody else pays: created, cancelled',
    gate: price,
    late: null,
  },
  unknown: { by: 'acquirer', when: '24 h: review', gate: price, late: 'queue' },
  authorised: { by: 'reservation', when: lapse, gate: 'opens once the exit is authorised', late: null },
  capturing: {
    by: 'acquirer',
    when: 'the budget of the call and 1 s: asked again',
    gate: price,
    late: 'late_ending',
  },
  captured: { ...over, gate: paid },
  refunding: { by: 'job', when: 'as long as it takes', gate: 'as before it was asked', late: 'queue' },
  partly_refunded: { ...over, gate: paid },
  refunded: { ...over, gate: 'as before it was asked' },
  cancelled: { ...over, gate: price },
  expired: { ...over, gate: price },
  voided: { ...over, gate: price },
  review: { by: 'staff', when: 'they decide', gate: price, late: 'queue' },
} as const satisfies Readonly<Record<PaymentState, ExitRow>>

/** The states of an attempt, whatever its payment's state: the money belongs to the attempt. */
export const attemptExits = {
  authenticating: { by: 'cardholder', when: '15 min: refused, nothing was sent', gate: price, late: null },
  in_flight: { by: 'acquirer', when: '24 h: asked no more', gate: price, late: 'late_answer' },
  challenged: { by: 'cardholder', when: 'with its payment', gate: price, late: null },
  unknown: { by: 'acquirer', when: '24 h: asked no more', gate: price, late: 'late_answer' },
  refused: { ...over, gate: price, late: 'acquirer_setup' },
  unheard: { by: 'acquirer', when: '24 h: asked no more', gate: price, late: null },
  abandoned: { by: 'acquirer', when: '24 h: asked no more', gate: price, late: null },
  held: { by: 'reservation', when: lapse, gate: 'opens once the exit is authorised', late: 'late_ending' },
  released: { ...over, gate: price },
  captured: { ...over, gate: paid, late: 'paid_twice' },
  giving_back: { by: 'job', when: 'as long as it takes', gate: price, late: 'late_give_back' },
  given_back: { ...over, gate: price },
  kept: { ...over, gate: price, late: 'kept_again' },
} as const satisfies Readonly<Record<AttemptState, ExitRow>>

export const refundExits = {
  asked: { by: 'job', when: 'as long as it takes', gate: paid, late: 'late_refund' },
  confirmed: { ...over, gate: paid },
  refused: { ...over, gate: paid },
} as const satisfies Readonly<Record<RefundState, ExitRow>>

/** The phases of a hold's end: the state of its payment, and whether the end was requested. */
export const endingExits = {
  standing: {
    state: 'authorised',
    by: 'reservation',
    when: lapse,
    gate: 'opens once the exit is authorised',
    late: null,
  },
  asked: {
    state: 'capturing',
    by: 'acquirer',
    when: 'the budget of the call and 1 s: asked again',
    gate: price,
    late: 'late_ending',
  },
  put_off: {
    state: 'authorised',
    by: 'acquirer',
    when: 'when it says, or 30 s growing to 30 min: asked again',
    gate: price,
    late: 'late_ending',
  },
  in_doubt: { state: 'unknown', by: 'acquirer', when: '24 h: review', gate: price, late: 'late_ending' },
  in_review: { state: 'review', by: 'staff', when: 'they decide', gate: price, late: 'late_ending' },
} as const satisfies Readonly<Record<string, ExitRow & { readonly state: PaymentState }>>

/** Events of a sale from the acquirer, or of a car from a gate: they change no state by themselves but the ledger. */
export const eventExits = {
  came_in_time: { by: 'staff', when: 'they accept it or give it back', gate: own, late: 'came_in_time' },
  chargeback: { by: 'staff', when: 'they close it', gate: own, late: 'chargeback' },
  fraud_alert: { by: 'staff', when: 'they close it', gate: own, late: 'fraud_alert' },
  void_denied: {
    by: 'staff',
    when: 'they close it; what nobody owes is given back again by itself',
    gate: own,
    late: 'void_denied',
  },
  return_unseen: { by: 'staff', when: 'they close it', gate: own, late: 'return_unseen' },
  auto_cancelled: { by: 'staff', when: 'they close it', gate: own, late: 'auto_cancelled' },
  returned_outside: { by: 'staff', when: 'they close it', gate: own, late: 'returned_outside' },
  amount_differs: { by: 'staff', when: 'they close it', gate: own, late: 'amount_differs' },
  plate_twice: {
    by: 'staff',
    when: 'they close it; until then no job captures the hold',
    gate: own,
    late: 'plate_twice',
  },
} as const satisfies Readonly<Record<StaffClosedKind | 'came_in_time', ExitRow>>

/** The five tables of docs/payment.md#exits. */
export function exitTables(): string {
  const payments = Object.entries<ExitRow>(paymentExits).map(([state, row]) =>
    line(state, row, driverIn(state), allowed(paymentCan, ['refund', 'decide', 'askAgain'], state)),
  )
  const attempts = Object.entries<ExitRow>(attemptExits).map(([state, row]) =>
    line(state, row, '', allowed(attemptAllows, ['again', 'accept', 'give_back'], state)),
  )
  const refunds = Object.entries<ExitRow>(refundExits).map(([state, row]) =>
    line(state, row, '', state === 'asked' ? refundDecisions : []),
  )
  const endings = Object.entries<ExitRow & { state: string }>(endingExits).map(([phase, row]) =>
    line(`${phase}: ${row.state}`, row, driverIn(row.state), row.late ? ['again', 'give_back'] : []),
  )
  const events = Object.entries<ExitRow>(eventExits).map(([kind, row]) =>
    line(kind, row, '', kind === 'came_in_time' ? ['accept', 'give_back'] : ['close']),
  )
  return [
    table('payment', payments),
    table('attempt', attempts),
    table('refund', refunds),
    table('hold', endings),
    table('event', events),
  ].join('\n\n')
}

function driverIn(state: string): string {
  const rows: Readonly<Record<string, { readonly driver: { readonly text: string } }>> = paymentStates
  return Object.entries(rows).find(([name]) => name === state)?.[1].driver.text ?? ''
}

function allowed<Action extends string>(
  can: Readonly<Record<Action, readonly string[]>>,
  actions: readonly Action[],
  state: string,
): Action[] {
  return actions.filter((action) => can[action].includes(state))
}

function table(of: string, lines: readonly string[]): string {
  const head = `| ${of} | ended by | when | the driver reads | the gate | older than its limit | staff may |`
  return [head, '|---|---|---|---|---|---|---|', ...lines].join('\n')
}

function line(name: string, row: ExitRow, driver: string, staff: readonly string[]): string {
  const cells = [name, row.by ?? '', row.when, driver, row.gate, row.late ?? '', staff.join(', ')]
  return `| ${cells.join(' | ')} |`
}
