import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { NotificationTopic } from '#acquirer/saleEvents.ts'
import { plus } from '#kit/clock.ts'
import { job, type NotYet } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../deps.ts'
import { laterToday, untilShown } from './recheck.ts'
import { askAcquirer } from '../settle/askAcquirer.ts'
import { acquirerEventKind } from '../settle/scheduleRecheck.ts'
import { isNoted, repeatedMs } from '../difference/saleEvents.ts'
import { isDuplicateSale } from '../difference/duplicateSale.ts'
import { settleTold } from '../settle/settle.ts'
import { type Attempt, attemptByOrderKey, attemptByReference } from '../attempt/attempts.ts'

/**
 * Job: asks the acquirer about the sale that a notification named. A sale that no attempt names is one whose answer we
 * never got: its order key tells whose it is. Comes again while a query does not show what was told. Throws without an
 * answer: the queue asks again.
 */
export const acquirerEventJob = job({
  ...acquirerEventKind,
  run: async (deps: PaymentDeps, { acquirer = deps.acquirers.unnamed, reference, ...told }) => {
    const attempt = await attemptByReference(deps.db, { acquirer, reference })
    if (!attempt) return lookUpOrder(deps, { acquirer, reference, ...told })
    const outcome = await askAcquirer(deps, attempt, 'webhook', await heard(deps, attempt, told))
    if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
    if (outcome.outcome === 'approved') return untilShown(deps, attempt, outcome, told)
  },
})

type Named = {
  acquirer: string
  reference: string
  receivedAt?: string | undefined
  news?: NotificationTopic | undefined
}

async function lookUpOrder(
  deps: PaymentDeps,
  { acquirer: name, reference, receivedAt, news }: Named,
): Promise<NotYet | void> {
  const acquirer = acquirerNamed(deps.acquirers, name)
  const order = await acquirer.findOrderKey(reference)
  if (order.outcome === 'unknown') throw new Error(`no answer about sale ${reference}`)
  // A query may be slow to know a sale; one that it never knows is nobody's.
  if (order.outcome === 'not_found') return laterToday(deps, receivedAt)
  const attempt = await attemptByOrderKey(deps.db, { acquirer: name, orderKey: order.orderKey })
  if (!attempt) return deps.log.warn({ reference }, 'a notification of a sale that is not ours')
  const outcome = await acquirer.findByReference(reference, attempt.started_at)
  if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
  await settleTold(deps, attempt.id, outcome, {
    actor: 'webhook',
    ...(await heard(deps, attempt, { news, receivedAt })),
  })
  // What a query does not show now it may show in a while.
  if (outcome.outcome === 'not_found') return laterToday(deps, receivedAt)
  if (outcome.outcome !== 'approved' || isDuplicateSale(attempt, outcome)) return
  return untilShown(deps, attempt, outcome, { receivedAt, news })
}

/** What a notification told, and whether that may be what was booked before it came: a denial has no number. */
async function heard(
  { db }: PaymentDeps,
  { id }: Attempt,
  { news = null, receivedAt }: { news?: NotificationTopic | null | undefined; receivedAt?: string | undefined },
) {
  if (news !== 'void_denied' || receivedAt === undefined) return { news }
  return { news, isRepeat: await isNoted(db, id, news, plus(new Date(receivedAt), -repeatedMs)) }
}
