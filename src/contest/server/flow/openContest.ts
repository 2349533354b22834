import type { Tx } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Bearer, getPaymentOfBearer } from '#payment/server/bearer.ts'
import { lockPayment, type Payment, getPayment, payerOf } from '#payment/server/store.ts'
import type { Contact } from '#reservation/mails.ts'
import { throwWhenLimitReached } from '#session/server/limits/admit.ts'
import { lockRates, recordHits, type RateKey, findRetryAfterSeconds } from '#session/server/limits/hits.ts'
import type { WireContest } from '../../contract.ts'
import { blockingStates, type ContestReason } from '../../states.ts'
import { type ContestSettings, readContestSettings } from '../contestSettings.ts'
import type { ContestDeps } from '../deps.ts'
import { loadRuleFacts } from '../ruleFacts.ts'
import { type Contest, newestContest } from '../store.ts'
import { wireContest } from '../view.ts'
import { enqueueContestMail } from './mailContest.ts'
import { sign } from '#kit/server/secrets.ts'
import { methodRow } from '#payment/method/method.ts'
import { can } from '#payment/paymentState.ts'
import { findCapturedAttempt } from '#payment/server/attempt/attempts.ts'
import { findCaseStatus } from '#payment/server/ledger/cases.ts'
import { readLedgerSums } from '#payment/server/ledger/ledger.ts'
import { isRefundOpen } from '#payment/server/ledger/refunds.ts'
import { refundTermsOf } from '#refund/server/refundTerms.ts'
import { decideByRule, ruleAnswerText } from '../../rules.ts'
import { acceptContest } from './acceptContest.ts'

const dayText = createDateFormat('pt-BR', { dateStyle: 'short' })

type Objection = { readonly reason: ContestReason; readonly text: string; readonly email: string }

/**
 * docs/spec.md#contest. Throws `not_found`, `contest_open` with the blocking contest, `contest_over` with the
 * operator's contact, `nothing_taken` (also after a whole refund, with its day), `too_many`.
 */
export async function openContest(
  deps: ContestDeps,
  bearer: Bearer & { readonly ip: string },
  objection: Objection,
): Promise<WireContest> {
  const { id } = await getPaymentOfBearer(deps.db, bearer)
  const settings = await readContestSettings(deps.db)
  const contact = await deps.contact()
  const now = deps.clock.now()
  const openKey = { limit: 'contest', key: `${bearer.ip} ${id}` } as const
  const limitKeys = await ruleLimitKeys(deps, id)
  return transaction(deps.db, async (tx) => {
    await lockRates(tx, [openKey, ...limitKeys])
    const payment = await lockPayment(tx, id)
    const opening = { payment, settings, now }
    await assertContestable(tx, opening, contact)
    await throwWhenLimitReached(tx, openKey, now)
    await recordHits(tx, [openKey], now)
    const opened = await insertContest(tx, opening, objection)
    const contest = await applyRule(tx, deps, opened, { ...opening, limitKeys })
    await enqueueContestMail(tx, contest, contest.state === 'open' ? 'received' : 'decided', now)
    return wireContest(contest, payment, now)
  })
}

type Opening = { payment: Payment; settings: ContestSettings; now: Date }

async function assertContestable(tx: Tx, { payment, settings, now }: Opening, contact: Contact) {
  const newest = await newestContest(tx, payment.id)
  const states: readonly string[] = blockingStates
  if (newest && states.includes(newest.state))
    throw fail('contest_open', { data: wireContest(newest, payment, now) })
  const { takenCents, refundedCents, takenAt, lastBackAt } = await readLedgerSums(
    tx,
    payment.id,
    'payment_id',
  )
  if (takenAt === null) throw fail('nothing_taken')
  if (lastBackAt !== null && refundedCents >= takenCents) {
    const day = dayText(lastBackAt, payment.time_zone)
    const message = `Este pagamento foi devolvido ${methodRow(payment.payment_type).refundTo} em ${day}.`
    throw fail('nothing_taken', { message })
  }
  if (now >= addMs(takenAt, settings.days * dayMs)) throw fail('contest_over', { data: { contact } })
}

async function insertContest(tx: Tx, { payment, settings, now }: Opening, objection: Objection) {
  const { reason, text, email } = objection
  const hasEmail = (payerOf(payment)?.email ?? null) !== null
  const contest = await tx
    .insertInto('contest')
    .values({
      payment_id: payment.id,
      reason,
      text: text === '' ? null : text,
      email: hasEmail || email === '' ? null : email,
      opened_at: now,
      answer_by_at: addMs(now, settings.answerDays * dayMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const about = { subject: 'contest', subjectId: String(contest.id), action: 'open' } as const
  await audit(tx, { at: now, actor: 'customer', ...about })
  return contest
}

/** Keys that count refunds by rule: 3 in 30 days for a card and for a person. The card's key comes first. */
async function ruleLimitKeys(
  { db, cardNumberKey }: Pick<ContestDeps, 'db' | 'cardNumberKey'>,
  paymentId: number,
): Promise<readonly RateKey[]> {
  const payment = await getPayment(db, paymentId)
  const attempt = await findCapturedAttempt(db, paymentId)
  const { card_brand: brand, card_last_digits: digits = null } = attempt ?? {}
  const taxId = payerOf(payment)?.taxId
  return [
    ...(digits === null ? [] : [{ limit: 'contest_card', key: `${brand} ${digits}` } as const]),
    ...(taxId === undefined ? [] : [{ limit: 'contest_person', key: sign(cardNumberKey, taxId) } as const]),
  ]
}

/** Accepts a contest that a rule proves. Payment and limits are locked. */
async function applyRule(
  tx: Tx,
  deps: ContestDeps,
  contest: Contest,
  { payment, settings, now, limitKeys }: Opening & { limitKeys: readonly RateKey[] },
): Promise<Contest> {
  // Staff decide if the person is unknown, because refunds cannot be counted.
  if (!limitKeys.some(({ limit }) => limit === 'contest_person')) return contest
  const facts = await loadRuleFacts(tx, deps, payment)
  const decision = decideByRule(contest.reason, facts, settings.autoCents)
  if (decision === null || !(await isRefundable(tx, deps, payment, decision.amountCents))) return contest
  for (const key of limitKeys) if ((await findRetryAfterSeconds(tx, key, now)) !== null) return contest
  const { contest: accepted } = await acceptContest(tx, deps, {
    contest,
    amountCents: decision.amountCents,
    extraPaidCents: 0,
    answer: ruleAnswerText(decision, methodRow(payment.payment_type).refundTo),
    actor: 'rule',
    ruleDecision: decision,
  })
  await recordHits(tx, limitKeys, now)
  return accepted
}

async function isRefundable(tx: Tx, deps: ContestDeps, payment: Payment, cents: number): Promise<boolean> {
  if (!can('refund', payment.state) || (await isRefundOpen(tx, payment.id))) return false
  if ((await findCaseStatus(tx, payment.id, 'chargeback')) !== null) return false
  const attempt = await findCapturedAttempt(tx, payment.id)
  if (!attempt || attempt.reference === null) return false
  const { takenCents, refundedCents } = await readLedgerSums(tx, payment.id, 'payment_id')
  const terms = refundTermsOf(deps.acquirers, attempt, { refundedCents, now: deps.clock.now() })
  if (terms === null || terms.isOver) return false
  return terms.parts !== 'none' || cents === takenCents - refundedCents
}
