import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { formatProtocol } from '#payment/texts.ts'
import { requestRefund } from '#refund/server/refundPayment.ts'
import type { RuleDecision } from '../../rules.ts'
import { contestReasons } from '../../states.ts'
import type { ContestDeps } from '../deps.ts'
import { type Contest, updateContest } from '../store.ts'
import { finishContestJob } from './finishContest.ts'

type Acceptance = {
  readonly contest: Contest
  readonly amountCents: number
  readonly extraPaidCents: number
  readonly answer: string
  readonly actor: string
  readonly ruleDecision: RuleDecision | null
}

/**
 * The caller has locked the payment. Throws `refund_in_flight`, `not_refundable` and 422 before anything is
 * written.
 */
export async function acceptContest(tx: Tx, deps: ContestDeps, acceptance: Acceptance) {
  const { contest, amountCents, extraPaidCents, answer, actor, ruleDecision } = acceptance
  const now = deps.clock.now()
  const reason = `Reclamação ${formatProtocol({ id: contest.payment_id })}: ${contestReasons[contest.reason].text}`
  const request = { paymentId: contest.payment_id, amountCents, keptCents: null, reason, actor }
  const isAutomatic = ruleDecision !== null
  const refund = amountCents === 0 ? null : await requestRefund(tx, deps, { ...request, isAutomatic })
  const refundId = refund?.refundId ?? null
  const state = refundId === null ? 'done' : 'accepted'
  const changed = await updateContest(tx, contest.id, {
    state,
    answer,
    answered_at: now,
    rule: ruleDecision?.rule ?? null,
    refund_id: refundId,
    refund_cents: amountCents,
    extra_paid_cents: extraPaidCents,
  })
  const extraPaid = extraPaidCents > 0 ? { extra_paid_cents: extraPaidCents } : {}
  const byRule = ruleDecision ? { rule: ruleDecision.rule, rows: ruleDecision.rows } : {}
  const about = { subject: 'contest', subjectId: String(contest.id), action: 'accepted' } as const
  const after = { state, amount_cents: amountCents, ...extraPaid, ...byRule }
  await audit(tx, { at: now, actor, ...about, before: { state: contest.state }, after })
  if (refundId !== null)
    await enqueue(tx, finishContestJob, { contestId: contest.id }, { key: `contest-refund-${refundId}`, now })
  return { contest: changed, warnings: refund?.warnings ?? [] }
}
