import { hourMs, plus } from '#kit/clock.ts'
import type { Approval, ChangeOutcome, Later, PartialRefund, Underway } from '../../../acquirer.ts'
import { callCielo } from '../client.ts'
import { unknown, ended, refused } from '../../outcomes.ts'
import { readPix, type CieloPixSettings } from './readPix.ts'

const underwayMs = hourMs

/**
 * Cielo takes no id of ours (src/acquirer/server/cielo/README.md#15-pix): nothing is sent while a refund is
 * in progress or earlier ones are not shown. `part` null refunds the rest.
 */
export async function refundPix(
  settings: CieloPixSettings,
  reference: string,
  part: PartialRefund | null,
): Promise<ChangeOutcome> {
  const amountCents = part?.amountCents ?? null
  const path = `/1/sales/${encodeURIComponent(reference)}`
  const read = async () => readPix(settings, await callCielo(settings, { method: 'GET', path, share: 0.25 }))
  const { outcome: before, isReturning } = await read()
  const underway: Underway = { outcome: 'pending', until: plus(settings.clock.now(), underwayMs) }
  if (before.outcome === 'refused') return before
  if (before.outcome === 'pending' && amountCents === null) return ended(reference, 'shown_no_more')
  const notAsked: Later = { outcome: 'later', notBefore: settings.clock.now() }
  if (before.outcome !== 'approved')
    return part ? notAsked : unknown(reference, `not given back, sale ${before.outcome}`)
  if (isReturning) return underway
  if (part && before.isVoidAmountMissing && mayBeDone(part, before)) return notAsked
  const restCents = before.capturedCents - before.voidedCents
  if (amountCents === null && restCents === 0) return before
  if (amountCents !== null && amountCents > restCents) return refused(reference, '309', 'merchant')

  const query = amountCents === null ? '' : `?amount=${amountCents}`
  const answer = await callCielo(settings, { method: 'PUT', path: `${path}/void${query}`, share: 0.5 })
  const after = await read()
  if (after.outcome.outcome === 'approved' && after.outcome.voidedCents > before.voidedCents) {
    const shownCents = after.outcome.voidedCents - before.voidedCents
    const amounts = { askedCents: amountCents ?? restCents, acknowledgedCents: null, shownCents }
    return { ...after.outcome, amounts }
  }
  if (after.isReturning || answer.status === 200) return underway
  const isNo = answer.status !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 408
  if (isNo && after.outcome.outcome === 'approved')
    return refused(reference, String(answer.status), 'merchant')
  return unknown(reference, `refund: ${answer.status ?? answer.detail}, sale ${after.outcome.outcome}`)
}

/** An earlier refund may be missing from the answer; a full one would have changed the status. */
function mayBeDone({ amountCents, refundedCents = 0, isRepeat }: PartialRefund, { capturedCents }: Approval) {
  return refundedCents > 0 || (isRepeat === true && amountCents < capturedCents)
}
