import { acquirerByName } from '#acquirer/acquirers.ts'
import { addMs } from '#kit/clock.ts'
import { job } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../deps.ts'
import { recheckLater, recheckUntilShown, type WebhookEvent } from './recheck.ts'
import { queryAndSettle } from '../settle/queryAndSettle.ts'
import { acquirerEventKind } from '../attempt/scheduleRecheck.ts'
import { hasSaleEvent, webhookRepeatMs } from '../difference/saleEvents.ts'
import { isDuplicateSale } from '../settle/duplicateSale.ts'
import { settle } from '../settle/settle.ts'
import { type Attempt, findAttemptByReference, findAttemptByOrderKey } from '../attempt/attempts.ts'

/** Job: queries and settles a webhook's sale until the event is shown. Throws to be retried. */
export const acquirerEventJob = job({
  ...acquirerEventKind,
  run: async (deps: PaymentDeps, { acquirer, reference, ...notification }) => {
    const attempt = await findAttemptByReference(deps.db, { acquirer, reference })
    if (!attempt) return settleByOrderKey(deps, { acquirer, reference, ...notification })
    const source = await webhookSource(deps, attempt, notification)
    const outcome = await queryAndSettle(deps, attempt, 'webhook', source)
    if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
    if (outcome.outcome === 'approved') return recheckUntilShown(deps, attempt, outcome, notification)
  },
})

type SaleNotification = WebhookEvent & { acquirer: string; reference: string }

async function settleByOrderKey(deps: PaymentDeps, notification: SaleNotification) {
  const { acquirer: name, reference, receivedAt, news } = notification
  const acquirer = acquirerByName(deps.acquirers, name)
  const order = await acquirer.findOrderKey(reference)
  if (order.outcome === 'unknown') throw new Error(`no answer about sale ${reference}`)
  // A query may lag behind the webhook.
  if (order.outcome === 'not_found') return recheckLater(deps, receivedAt)
  const attempt = await findAttemptByOrderKey(deps.db, { acquirer: name, orderKey: order.orderKey })
  if (!attempt) return deps.log.warn({ reference }, 'a notification of a sale that is not ours')
  const outcome = await acquirer.findByReference(reference, attempt.started_at)
  if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attempt.id}`)
  const source = await webhookSource(deps, attempt, { news, receivedAt })
  await settle(deps, attempt.id, outcome, { actor: 'webhook', ...source })
  if (outcome.outcome === 'not_found') return recheckLater(deps, receivedAt)
  if (outcome.outcome !== 'approved' || isDuplicateSale(attempt, outcome)) return
  return recheckUntilShown(deps, attempt, outcome, { receivedAt, news })
}

/** A repeated rejection has no number. */
async function webhookSource({ db }: PaymentDeps, { id }: Attempt, { news, receivedAt }: WebhookEvent) {
  if (news !== 'void_denied') return { news: news ?? null }
  return { news, isRepeat: await hasSaleEvent(db, id, news, addMs(new Date(receivedAt), -webhookRepeatMs)) }
}
