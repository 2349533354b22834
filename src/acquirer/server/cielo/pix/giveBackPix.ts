import { hourMs, plus } from '#kit/clock.ts'
import type { ChangeOutcome, Refusal, Underway } from '../../../acquirer.ts'
import { callCielo } from '../client.ts'
import { unknown } from '../sale.ts'
import type { CieloPixSettings } from './settings.ts'
import { ended, readPix } from './readPix.ts'

/** A refund of a Pix is done in minutes; one that takes longer is asked about for so long. */
const underwayMs = hourMs

/**
 * PUT .../void?amount= of a Pix (docs/cielo.md#15-pix): Cielo takes it on and has it done later. It has no number of ours,
 * so nothing is asked for while money is on its way back. `amountCents` null gives back all that is left.
 */
export async function giveBackPix(
  settings: CieloPixSettings,
  reference: string,
  amountCents: number | null,
): Promise<ChangeOutcome> {
  const path = `/1/sales/${encodeURIComponent(reference)}`
  const read = async () => readPix(settings, await callCielo(settings, { method: 'GET', path, share: 0.25 }))
  const { outcome: before, isReturning } = await read()
  const underway: Underway = { outcome: 'pending', until: plus(settings.clock.now(), underwayMs) }
  if (before.outcome === 'refused') return before
  if (before.outcome === 'pending' && amountCents === null) return ended(reference, 'shown_no_more')
  if (before.outcome !== 'approved') return unknown(reference, `not given back, sale ${before.outcome}`)
  if (isReturning) return underway
  const restCents = before.capturedCents - before.voidedCents
  if (amountCents === null && restCents === 0) return before
  if (amountCents !== null && amountCents > restCents) return refused(reference, '309')

  const query = amountCents === null ? '' : `?amount=${amountCents}`
  const answer = await callCielo(settings, { method: 'PUT', path: `${path}/void${query}`, share: 0.5 })
  const after = await read()
  if (after.outcome.outcome === 'approved' && after.outcome.voidedCents > before.voidedCents)
    return after.outcome
  // Taken on, also where the query does not show it yet.
  if (after.isReturning || answer.status === 200) return underway
  const isNo = answer.status !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 408
  if (isNo && after.outcome.outcome === 'approved') return refused(reference, String(answer.status))
  return unknown(reference, `refund: ${answer.status ?? answer.detail}, sale ${after.outcome.outcome}`)
}

function refused(reference: string, returnCode: string): Refusal {
  return { outcome: 'refused', reference, returnCode, cause: 'merchant' }
}
