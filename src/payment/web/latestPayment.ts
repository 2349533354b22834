import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireTransaction } from '../contract.ts'
import { recordPayment } from './known/recordPayment.ts'

const freshMs = 5_000

const latest = createHandOver<WireTransaction>(({ ws_token }) => ws_token, freshMs)

export function keepPayment(payment: WireTransaction): void {
  recordPayment(payment)
  latest.keep(payment)
}

/** The payment stays, because React may discard the render that reads it. */
export const readLatestPayment = latest.read

export const takeLatestPayment = latest.take
