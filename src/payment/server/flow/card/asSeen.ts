import { type Insertable, sql } from 'kysely'
import type { Approval, FindOutcome } from '#acquirer/acquirer.ts'
import type { AttemptTable } from '#db/schema.ts'
import { minuteMs } from '#kit/clock.ts'
import { inOneStatement } from '#kit/server/db/bundle.ts'
import { written } from '#kit/server/db/line/written.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { isConflict, isNotSo } from '#kit/server/db/lost.ts'
import { isUniqueViolation } from '#kit/server/db/transaction.ts'
import { awaitingStates, type PaymentState } from '../../../paymentState.ts'
import type { PaymentDeps } from '../../deps.ts'
import { forgiveTry } from './cardTries.ts'
import { isOneOf } from '../../reads/inState.ts'
import type { PaymentShown } from '../../reads/shown.ts'
import type { Attempt } from '../../attempts.ts'
import type { Payment } from '../../store.ts'
import type { SeenSubject } from '../../subject.ts'
import { bookCapture } from '../../settle/bookCapture.ts'

/** A payment's first sale as it was sent off, and what it pays as it was locked then. */
export type Seen = { readonly payment: Payment; readonly attempt: Attempt; readonly subject: SeenSubject }

type Sent = {
  readonly payment: Payment
  readonly attempt: Insertable<AttemptTable> & Pick<Attempt, 'id' | 'acquirer' | 'started_at'>
  readonly subject: SeenSubject
}

/** What an attempt is before anybody has answered, where its row says nothing else. */
const unanswered = {
  cause: null,
  return_code: null,
  reference: null,
  nsu: null,
  authorisation_code: null,
  card_brand: null,
  card_last_digits: null,
  auth_url: null,
  not_found_at: null,
  ask_at: null,
  answered_at: null,
  save_card_for: null,
  shown: null,
  authentication: null,
  authentication_id: null,
  eci: null,
  looked_at: null,
  end_to_end_id: null,
  paid_behind_at: null,
} as const satisfies Partial<Attempt>

/** Null for what is not sent at once, and for a later attempt, which may meet what an earlier one has left. */
export function seenAt({ payment, attempt, subject }: Sent): Seen | null {
  if (attempt.n !== 1 || payment.state !== 'authorising') return null
  return { payment, subject, attempt: { ...unanswered, ...attempt } }
}

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'subject' | 'log' | 'cardKeys'>

/**
 * Books the money of a payment's first sale by what its intent has seen, in one statement, which takes the locks, makes sure
 * that all of that still stands, and writes; nothing of it is done otherwise. Null then, and for whatever else the acquirer
 * tells than that it took what was asked: `settle` looks at everything anew.
 *
 * A statement sees what was committed before it began, not what it waits for: so it waits for nobody, and goes by the
 * ticket's row as it is, not as it is seen, which nobody has had since the intent. Whoever changes a stay, or begins to pay
 * it, locks that row first; and no other payment of the stay is sent for money while this one is (`payment_one_per_stay`).
 */
export async function bookAsSeen(
  deps: Deps,
  { payment, attempt, subject }: Seen,
  { outcome, actor }: { outcome: FindOutcome; actor: string },
): Promise<PaymentShown | null> {
  const now = deps.clock.now()
  if (!isAsAsked(outcome, attempt) || now.getTime() - attempt.started_at.getTime() >= seenMs) return null
  const met = {
    payment,
    attempt,
    current: true,
    rivals: [],
    othersWait: false,
    isAlone: true,
    tried: 1,
  } as const
  let ended: PaymentShown | null = null
  const scene = { ...met, actor, now, ends: (shown: PaymentShown) => (ended = shown) }
  const { id: paymentId, updated_at: sentAt } = payment
  const sent = { paymentId, sentAt, state: 'authorising', lockedBy: subject.lockedBy } as const
  try {
    await inOneStatement(deps.db, standing(deps.db, sent), async (db) => {
      rowInTurn('payment', payment.id)
      if (payment.ticket_id !== null) rowInTurn('ticket', payment.ticket_id)
      await bookCapture(db, { ...deps, subject: { ...deps.subject, ...subject } }, scene, outcome)
      await forgiveTry(db, attempt, now)
      return itStands(db, {})
    })
    return ended
  } catch (error) {
    // A stay that was paid between the look and the lock has this segment already.
    if (isNotSo(error) || isConflict(error) || isUniqueViolation(error, 'paid_segment_ticket_id_n_key'))
      return null
    throw error
  }
}

/** What was seen longer ago is looked at again: what else goes by time may have gone on (`dropMarksOf`). */
const seenMs = minuteMs / 2

function isAsAsked(outcome: FindOutcome, attempt: Attempt): outcome is Approval {
  if (outcome.outcome !== 'approved') return false
  const { capturedCents, voidedCents, others = [], events = [], mayCancelItself, cardToken } = outcome
  const isPlain = others.length === 0 && events.length === 0 && mayCancelItself !== true
  const keepsCard = cardToken !== null && attempt.save_card_for !== null
  return capturedCents === attempt.amount_cents && voidedCents === 0 && isPlain && !keepsCard
}

/**
 * Fails by a division where the payment is not as it was sent off, somebody has had the ticket since or has either row now,
 * or anybody else has something open for it, which is to be ended: PostgreSQL does nothing of a statement that fails. The
 * state is a value: as text it proves an index of what is unpaid, which was then read whole.
 */
const standing = written<{ paymentId: number; sentAt: Date; state: PaymentState; lockedBy: string }>(
  (_, { paymentId, sentAt, state, lockedBy }) => sql`
    select 1 / count(*) as stands from (
      select from payment join ticket on ticket.id = payment.ticket_id
      where payment.id = ${paymentId} and payment.state = ${state} and payment.updated_at = ${sentAt}
        and ticket.xmax = ${lockedBy}::xid
        and not exists (select from payment other where other.ticket_id = payment.ticket_id
          and ${isOneOf(sql`other.state`, awaitingStates)})
      for no key update of payment, ticket skip locked) as seen`,
)

/** Read first, so that it locks before anything is written. */
const itStands = written<object, { stands: number }>(() => sql`select stands from made`)
