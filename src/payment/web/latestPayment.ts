import { createShortLivedStore } from '#kit/web/state/shortLivedStore.ts'
import type { WireTransaction } from '../contract.ts'
import { recordPayment } from './local/recordPayment.ts'

const maxAgeMs = 5_000

const latest = createShortLivedStore<WireTransaction>(({ ws_token }) => ws_token, maxAgeMs)

export function recordLatestPayment(payment: WireTransaction): void {
  recordPayment(payment)
  latest.set(payment)
}

/** The payment stays, because React may discard the render that reads it. */
export const readLatestPayment = latest.peek

export const takeLatestPayment = latest.take
