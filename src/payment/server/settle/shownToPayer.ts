import * as z from 'zod/mini'
import type { NextAction } from '#acquirer/acquirer.ts'
import type { DecisiveAttempt } from '../views/paymentWithAttempt.ts'
import type { Payment } from '../store.ts'

const storedShow = z.union([
  z.object({ type: z.literal('qr'), text: z.string() }),
  z.object({ type: z.literal('authenticate'), data: z.record(z.string(), z.string()) }),
])

/** The columns for what the payer is shown; null clears them. */
export function shownColumns(show: NextAction | null): { auth_url: string | null; shown: string | null } {
  if (show?.type === 'url') return { auth_url: show.url, shown: null }
  return { auth_url: null, shown: show && JSON.stringify(show) }
}

/** What the payer of this attempt is shown; null where nothing is. */
export function readShownAction({
  auth_url: url,
  shown,
}: Pick<DecisiveAttempt, 'auth_url' | 'shown'>): NextAction | null {
  if (url !== null) return { type: 'url', url }
  return shown === null ? null : z.parse(storedShow, shown)
}

/** The text of the code that can be paid now; null without one. */
export function openCode(payment: Pick<Payment, 'state'>, attempt: DecisiveAttempt | undefined) {
  if (payment.state !== 'awaiting_payment' || !attempt) return null
  const show = readShownAction(attempt)
  return show?.type === 'qr' ? show.text : null
}
