import { acquirerFor, authenticatorOf } from '#acquirer/acquirers.ts'
import type { Db, Tx } from '#db/schema.ts'
import { hasAttemptHit } from '#session/server/limits/hits.ts'
import {
  authenticationOf,
  type AuthenticationEnd,
  authenticationEnds,
} from '../../method/authenticationEnds.ts'
import { methodRow } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { type Attempt, lastAttempt, lockAttempt, updateAttempt } from '../../server/attempt/attempts.ts'
import type { Payment } from '../../server/store.ts'
import { type CardEntry, cardTry, forgiveTry } from '../../server/attempt/cardTries.ts'
import { type Abandoned, reopenOrCancel } from '../../server/settle/abandon.ts'
import { causeRow, causes } from '#acquirer/causes.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { retryIfOvertaken } from '../../server/changeState.ts'
import { shownColumns, shownOf } from '../../server/settle/shownToPayer.ts'

export async function openAuthentication(db: Db, payment: Payment): Promise<Attempt | null> {
  if (payment.state !== 'awaiting_cardholder') return null
  const attempt = await lastAttempt(db, payment.id)
  return attempt?.state === 'authenticating' ? attempt : null
}

/** Null where the sale is sent at once. */
export async function neededAuthentication(deps: PaymentDeps, payment: Payment, card: CardEntry) {
  const { card: kind } = methodRow(payment.payment_type)
  if (card.type === 'saved_card' || kind === null) return null
  const authenticator = authenticatorOf(deps.acquirers, acquirerFor(deps.acquirers, kind).name)
  if (!authenticator?.brands.includes(card.brand)) return null
  return authenticationOf({ kind, amountCents: payment.amount_cents }, await deps.paymentSettings())
}

export async function isSameCard({ db, cardNumberKey }: PaymentDeps, attempt: Attempt, card: CardEntry) {
  if (attempt.card_brand !== card.brand || attempt.card_last_digits !== card.lastDigits) return false
  return hasAttemptHit(db, attempt.id, cardTry(cardNumberKey, card))
}

/** Ends an authentication without a sale. `cardFor`: why the card was refused meanwhile. */
export async function endAuthentication(deps: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  await retryIfOvertaken(() => transaction(deps.db, (tx) => end(tx, deps, attemptId, by)))
}

type Ending = Abandoned & { end: AuthenticationEnd; cardFor?: string | undefined }

async function end(tx: Tx, { clock }: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  const now = clock.now()
  const { payment, attempt } = await lockAttempt(tx, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return
  const ended = { cause: by.cardFor ?? by.end, authentication: by.end, answered_at: now }
  await updateAttempt(tx, attemptId, { state: 'refused', ...ended, ...shownColumns(null) })
  const { actor, to } = by
  const { text: reason } =
    by.cardFor === undefined ? authenticationEnds[by.end] : (causeRow(by.cardFor) ?? causes.generic)
  await reopenOrCancel(tx, payment, { actor, to, now, reason })
  // The page's claims are no proof.
  const isForgiven = by.cardFor !== undefined || (by.end === 'down' && wasSilent(attempt))
  if (isForgiven) await forgiveTry(tx, attempt.id)
}

function wasSilent(attempt: Attempt): boolean {
  const show = shownOf(attempt)
  return show?.type === 'authenticate' && show.data['silent'] === 'yes'
}
