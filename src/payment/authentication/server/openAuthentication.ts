import { acquirerForMethod, authenticatorOf } from '#acquirer/acquirers.ts'
import type { Db, Tx } from '#db/schema.ts'
import { deleteAttemptHits, hasAttemptHit } from '#session/server/limits/hits.ts'
import {
  authenticationModeFor,
  type AuthenticationOutcome,
  authenticationOutcomes,
} from '../../method/authenticationOutcomes.ts'
import { methodRow } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { type Attempt, findLastAttempt, lockAttempt, updateAttempt } from '../../server/attempt/attempts.ts'
import type { Payment } from '../../server/store.ts'
import { type CardEntry, cardLimitKey } from '../../server/attempt/cardLimits.ts'
import { type Abandonment, reopenOrCancel } from '../../server/settle/abandonAttempt.ts'
import { refusalCauseRow, refusalCauses } from '#acquirer/causes.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { retryIfOvertaken } from '../../server/changeState.ts'
import { shownColumns, readShownAction } from '../../server/settle/shownToPayer.ts'

export async function findOpenAuthentication(db: Db, payment: Payment): Promise<Attempt | null> {
  if (payment.state !== 'awaiting_cardholder') return null
  const attempt = await findLastAttempt(db, payment.id)
  return attempt?.state === 'authenticating' ? attempt : null
}

/** Null where the sale is sent at once. */
export async function readAuthenticationMode(deps: PaymentDeps, payment: Payment, card: CardEntry) {
  const { card: kind } = methodRow(payment.payment_type)
  if (card.type === 'saved_card' || kind === null) return null
  const authenticator = authenticatorOf(deps.acquirers, acquirerForMethod(deps.acquirers, kind).name)
  if (!authenticator?.brands.includes(card.brand)) return null
  return authenticationModeFor({ kind, amountCents: payment.amount_cents }, await deps.paymentSettings())
}

export async function isSameCard({ db, cardNumberKey }: PaymentDeps, attempt: Attempt, card: CardEntry) {
  if (attempt.card_brand !== card.brand || attempt.card_last_digits !== card.lastDigits) return false
  return hasAttemptHit(db, attempt.id, cardLimitKey(cardNumberKey, card))
}

/** Ends an authentication without a sale. `cardFor`: why the card was refused meanwhile. */
export async function endAuthentication(deps: PaymentDeps, attemptId: number, by: AuthenticationEnding) {
  await retryIfOvertaken(() => transaction(deps.db, (tx) => endLocked(tx, deps, attemptId, by)))
}

type AuthenticationEnding = Abandonment & { end: AuthenticationOutcome; cardFor?: string | undefined }

async function endLocked(tx: Tx, { clock }: PaymentDeps, attemptId: number, by: AuthenticationEnding) {
  const now = clock.now()
  const { payment, attempt } = await lockAttempt(tx, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return
  const ended = { cause: by.cardFor ?? by.end, authentication: by.end, answered_at: now }
  await updateAttempt(tx, attemptId, { state: 'refused', ...ended, ...shownColumns(null) })
  const { actor, to } = by
  const { text: reason } =
    by.cardFor === undefined
      ? authenticationOutcomes[by.end]
      : (refusalCauseRow(by.cardFor) ?? refusalCauses.generic)
  await reopenOrCancel(tx, payment, { actor, to, now, reason })
  // The page's claims are no proof.
  const isForgiven = by.cardFor !== undefined || (by.end === 'down' && wasServiceSilent(attempt))
  if (isForgiven) await deleteAttemptHits(tx, attempt.id)
}

function wasServiceSilent(attempt: Attempt): boolean {
  const show = readShownAction(attempt)
  return show?.type === 'authenticate' && show.data['silent'] === 'yes'
}
