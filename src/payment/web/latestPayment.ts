import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireTransaction } from '../contract.ts'
import { recordPayment } from './known/recordPayment.ts'

/** An answer older than this is no news. */
const freshMs = 5_000

const latest = createHandOver<WireTransaction>(({ ws_token }) => ws_token, freshMs)

/** Keeps a payment that was just answered, for the state and the next screen. */
export function keepPayment(payment: WireTransaction): void {
  recordPayment(payment)
  latest.keep(payment)
}

/** It stays, because React may discard the render that reads it. */
export const readLatestPayment = latest.read

/** The same, once. */
export const takeLatestPayment = latest.take
