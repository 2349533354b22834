import { hourMs, addMs } from '#kit/clock.ts'
import type {
  Approval,
  ChangeOutcome,
  PostponedChange,
  PartialRefund,
  PendingChange,
} from '../../../acquirer.ts'
import { callCielo, getSale, salePath } from '../client.ts'
import { unknownOutcome, refusedAsEnded, refused } from '../../outcomes.ts'
import { readPixSale, type CieloPixSettings } from './readPixSale.ts'

const refundPendingMs = hourMs

/**
 * Cielo takes no id of a refund (src/acquirer/server/cielo/README.md#15-pix): nothing is sent while a refund is
 * in progress or earlier ones are not shown. `part` null refunds the rest.
 */
export async function refundPixSale(
  settings: CieloPixSettings,
  reference: string,
  part: PartialRefund | null,
): Promise<ChangeOutcome> {
  const amountCents = part?.amountCents ?? null
  const read = async () => readPixSale(settings, await getSale(settings, reference, 0.25))
  const { outcome: before, isRefundPending } = await read()
  const underway: PendingChange = { outcome: 'pending', until: addMs(settings.clock.now(), refundPendingMs) }
  if (before.outcome === 'refused') return before
  if (before.outcome === 'pending' && amountCents === null) return refusedAsEnded(reference, 'shown_no_more')
  const notAsked: PostponedChange = { outcome: 'later', notBefore: settings.clock.now() }
  if (before.outcome !== 'approved')
    return part ? notAsked : unknownOutcome(reference, `not given back, sale ${before.outcome}`)
  if (isRefundPending) return underway
  if (part && before.isVoidAmountMissing && mayBeRefunded(part, before)) return notAsked
  const restCents = before.capturedCents - before.voidedCents
  if (amountCents === null && restCents === 0) return before
  if (amountCents !== null && amountCents > restCents) return refused(reference, '309', 'merchant')

  const path = `${salePath(reference)}/void${amountCents === null ? '' : `?amount=${amountCents}`}`
  const answer = await callCielo(settings, { method: 'PUT', path, timeoutShare: 0.5 })
  const after = await read()
  if (after.outcome.outcome === 'approved' && after.outcome.voidedCents > before.voidedCents) {
    const shownCents = after.outcome.voidedCents - before.voidedCents
    const amounts = { askedCents: amountCents ?? restCents, acknowledgedCents: null, shownCents }
    return { ...after.outcome, amounts }
  }
  if (after.isRefundPending || answer.status === 200) return underway
  const isNo = answer.status !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 408
  if (isNo && after.outcome.outcome === 'approved')
    return refused(reference, String(answer.status), 'merchant')
  return unknownOutcome(reference, `refund: ${answer.status ?? answer.detail}, sale ${after.outcome.outcome}`)
}

/** An earlier refund may be missing from the answer; a full one would have changed the status. */
function mayBeRefunded({ amountCents, refundedCents = 0, isRepeat }: PartialRefund, sale: Approval) {
  return refundedCents > 0 || (isRepeat === true && amountCents < sale.capturedCents)
}
