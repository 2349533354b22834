import type { Tx } from '#db/schema.ts'
import { sign } from '#kit/server/secrets.ts'
import { methodRow } from '#payment/method/method.ts'
import { can } from '#payment/paymentState.ts'
import { capturedAttempt } from '#payment/server/attempt/attempts.ts'
import { caseStatus } from '#payment/server/ledger/cases.ts'
import { isRefundOpen } from '#payment/server/ledger/refunds.ts'
import { type Payment, paymentById } from '#payment/server/store.ts'
import { payerOf } from '#payment/server/views/keptPayer.ts'
import { refundTermsOf } from '#refund/server/refundTerms.ts'
import { type Counted, recordHits, secondsToWait } from '#session/server/limits/hits.ts'
import { decideByRule, ruleAnswer } from '../../rules.ts'
import type { ContestSettings } from '../contestSettings.ts'
import type { ContestDeps } from '../deps.ts'
import { proofOf, takenOf } from '../proof.ts'
import type { Contest } from '../store.ts'
import { acceptContest } from './acceptContest.ts'

/** A rule gives back to a card and a person 3 times in 30 days; the narrow key first. */
export async function limitedKeys(
  { db, cardNumberKey }: Pick<ContestDeps, 'db' | 'cardNumberKey'>,
  paymentId: number,
): Promise<readonly Counted[]> {
  const payment = await paymentById(db, paymentId)
  const attempt = await capturedAttempt(db, paymentId)
  const digits = attempt?.card_last_digits ?? null
  const card =
    digits === null ? [] : [{ limit: 'contest_card', key: `${attempt?.card_brand} ${digits}` } as const]
  const taxId = payerOf(payment)?.taxId
  return taxId === undefined
    ? card
    : [...card, { limit: 'contest_person', key: sign(cardNumberKey, taxId) } as const]
}

type Opened = {
  readonly contest: Contest
  readonly payment: Payment
  readonly settings: ContestSettings
  readonly limited: readonly Counted[]
}

/** Accepts a contest that a rule proves. With payment and limits locked. */
export async function decideAtOnce(tx: Tx, deps: ContestDeps, of: Opened): Promise<Contest> {
  const { contest, payment, settings, limited } = of
  const now = deps.clock.now()
  // Without a person to count by, staff decide.
  if (!limited.some(({ limit }) => limit === 'contest_person')) return contest
  const decision = decideByRule(contest.reason, await proofOf(tx, payment), settings.autoCents)
  if (decision === null || !(await isRefundable(tx, deps, payment, decision.amountCents))) return contest
  for (const key of limited) if ((await secondsToWait(tx, key, now)) !== null) return contest
  const { contest: accepted } = await acceptContest(tx, deps, {
    contest,
    amountCents: decision.amountCents,
    extraPaidCents: 0,
    answer: ruleAnswer(decision, methodRow(payment.payment_type).refundTo),
    actor: 'rule',
    by: decision,
  })
  await recordHits(tx, limited, now)
  return accepted
}

async function isRefundable(tx: Tx, deps: ContestDeps, payment: Payment, cents: number): Promise<boolean> {
  if (!can('refund', payment.state) || (await isRefundOpen(tx, payment.id))) return false
  if ((await caseStatus(tx, payment.id, 'chargeback')) !== null) return false
  const attempt = await capturedAttempt(tx, payment.id)
  if (!attempt || attempt.reference === null) return false
  const { takenCents, refundedCents } = await takenOf(tx, payment.id)
  const terms = refundTermsOf(deps.acquirers, attempt, { refundedCents, now: deps.clock.now() })
  if (terms === null || terms.isOver) return false
  return terms.parts !== 'none' || cents === takenCents - refundedCents
}
