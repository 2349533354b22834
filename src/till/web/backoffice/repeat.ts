import { CallFailure } from '#kit/web/failure.ts'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import type { takePayment } from '../../backoffice.ts'
import type { SentBody } from '#kit/endpoint.ts'

/** A take as it was sent, without an answer. */
export type UnansweredTake = {
  readonly code: string
  readonly body: SentBody<typeof takePayment>
  readonly key: string
}

/** It is repeated as it was until an answer comes; kept from screen to screen. */
export const unansweredTake = createPersonalStore<UnansweredTake | null>(null)

/** Whether the server may have done what it was asked. */
export function isUnanswered(failure: unknown): boolean {
  return failure instanceof CallFailure && (failure.status === 0 || failure.status >= 500)
}

export function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
