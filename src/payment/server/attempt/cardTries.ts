import type { SavedCard, TypedCard } from '#acquirer/acquirer.ts'
import { cardBrands } from '#acquirer/brands.ts'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { sign } from '#kit/server/secrets.ts'
import {
  type AttemptKey,
  deleteAttemptHits,
  type AttemptHits,
  secondsLeft,
} from '#session/server/limits/hits.ts'
import type { TryLimit } from '#session/limits.ts'

type Bearer = { readonly userId: number | null; readonly sessionHash: string }

/** docs/spec.md#r20 */
export type CardTrier = Bearer & { readonly ip: string }

export type TryKeys = { readonly tries: readonly AttemptKey[]; readonly address: TryLimit }

export function personOf({ userId, sessionHash }: Bearer): AttemptKey {
  return { limit: 'card_person', key: userId === null ? `session ${sessionHash}` : `user ${userId}` }
}

export function cardTry(key: Buffer, card: CardEntry): AttemptKey {
  const named = card.type === 'typed_card' ? card.number : `saved ${card.acquirerToken}`
  return { limit: 'card_number', key: sign(key, named) }
}

export function triesOf(key: Buffer, card: CardEntry, by: CardTrier): readonly AttemptKey[] {
  const known = cardTry(key, card)
  const limits: readonly TryLimit[] = cardBrands[card.brand].limits
  return [known, ...limits.map((limit) => ({ ...known, limit })), personOf(by)]
}

/** Throws `too_many_attempts`. */
export function assertTriesLeft(tries: readonly AttemptKey[], marks: AttemptHits, now: Date): void {
  const retryAfterSeconds = secondsUntilAllowed(tries, marks, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
}

export function secondsUntilAllowed(tries: readonly AttemptKey[], marks: AttemptHits, now: Date) {
  for (const [index, { limit }] of tries.entries()) {
    const found = marks[index]
    const retryAfterSeconds = found ? secondsLeft(limit, found, now) : null
    if (retryAfterSeconds !== null) return retryAfterSeconds
  }
  return null
}

export async function forgiveTry(db: Db, attemptId: number): Promise<void> {
  await deleteAttemptHits(db, attemptId)
}

type Shown = { lastDigits: string }

export type TypedCardEntry = Shown & Omit<TypedCard, 'kind' | 'save'> & { saveFor: number | null }

/** Kept in memory for one call only. */
export type CardEntry = TypedCardEntry | (Shown & Omit<SavedCard, 'kind'> & { acquirer: string })
