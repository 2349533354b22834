import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { StaffMember } from '#session/server/caller.ts'
import type { answerContest as contract } from '../../backoffice.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import type { ContestDeps } from '../deps.ts'
import { changeState, contestById, rereadContest } from '../store.ts'
import { acceptContest } from './acceptContest.ts'
import { enqueueContestMail } from './mailContest.ts'

type Answer = { readonly id: number; readonly member: StaffMember; readonly body: BodyOf<typeof contract> }

/**
 * Accepting requests the refund in the same commit. Throws `not_found`, `contest_state`, `refund_in_flight`,
 * `not_refundable`, 422. Answers warnings.
 */
export async function answerContest(deps: ContestDeps, { id, member, body }: Answer) {
  const { payment_id: paymentId } = await contestById(deps.db, id, member)
  const { answer } = body
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    const contest = await rereadContest(tx, id)
    if (contest.state !== 'open') throw fail('contest_state')
    if (body.decision === 'accepted') {
      const amounts = {
        amountCents: parseCents(body.value, 'value'),
        extraPaidCents: parseCents(body.extra_paid, 'extra_paid'),
      }
      const acceptance = { contest, ...amounts, answer, actor: member.actor, ruleDecision: null }
      const accepted = await acceptContest(tx, deps, acceptance)
      await enqueueContestMail(tx, accepted.contest, 'answered', now)
      return accepted.warnings
    }
    const change = { state: 'declined', answer, answered_at: now, refund_id: null } as const
    const by = { at: now, actor: member.actor, action: 'declined' } as const
    const declined = await changeState(tx, contest, change, by)
    await enqueueContestMail(tx, declined, 'answered', now)
    return []
  })
}

function parseCents(value: number | string | null | undefined, field: string): number {
  if (value === null || value === undefined || value === '') return 0
  const cents = parseReais(value)
  if (cents === null) throw invalid({ [field]: ['Valor inválido.'] })
  return cents
}
