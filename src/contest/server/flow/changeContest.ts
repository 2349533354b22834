import type { Tx } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Bearer, getPaymentOfBearer } from '#payment/server/bearer.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { WireContest } from '../../contract.ts'
import { readContestSettings } from '../contestSettings.ts'
import type { ContestDeps } from '../deps.ts'
import { isReopenable } from '../../states.ts'
import { changeState, type Contest, newestContest } from '../store.ts'
import { wireContest } from '../view.ts'
import { enqueueContestMail } from './mailContest.ts'

/** Returns null without a contest. Throws `not_found`. */
export async function readContest({ db, clock }: Pick<ContestDeps, 'db' | 'clock'>, bearer: Bearer) {
  const payment = await getPaymentOfBearer(db, bearer)
  const contest = await newestContest(db, payment.id)
  return contest ? wireContest(contest, payment, clock.now()) : null
}

/** Throws `not_found`, `contest_state`. */
export async function withdrawContest(deps: ContestDeps, bearer: Bearer): Promise<WireContest> {
  return changeNewestContest(deps, bearer, (tx, contest, now) => {
    if (contest.state !== 'open') throw fail('contest_state')
    return changeState(tx, contest, { state: 'withdrawn' }, { ...byDriver(now), action: 'withdrawn' })
  })
}

/** Throws `not_found`, `contest_state`. */
export async function reopenContest(deps: ContestDeps, bearer: Bearer, text: string): Promise<WireContest> {
  const { answerDays } = await readContestSettings(deps.db)
  return changeNewestContest(deps, bearer, async (tx, contest, now) => {
    if (!isReopenable(contest, now)) throw fail('contest_state')
    const answerByAt = addMs(now, answerDays * dayMs)
    const change = { state: 'open', reopened_at: now, reopened_text: text, answer_by_at: answerByAt } as const
    const reopened = await changeState(tx, contest, change, { ...byDriver(now), action: 'reopened' })
    await enqueueContestMail(tx, reopened, 'reopened', now)
    return reopened
  })
}

type ContestChange = (tx: Tx, contest: Contest, now: Date) => Promise<Contest>

/** Locks the payment. Throws `contest_state`. */
async function changeNewestContest({ db, clock }: ContestDeps, bearer: Bearer, work: ContestChange) {
  const { id } = await getPaymentOfBearer(db, bearer)
  const now = clock.now()
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id)
    const contest = await newestContest(tx, id)
    if (!contest) throw fail('contest_state')
    return wireContest(await work(tx, contest, now), payment, now)
  })
}

function byDriver(at: Date) {
  return { at, actor: 'customer' }
}
