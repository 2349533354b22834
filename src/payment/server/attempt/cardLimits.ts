import type { SavedCard, TypedCard } from '#acquirer/acquirer.ts'
import { cardBrands } from '#acquirer/brands.ts'
import { fail } from '#kit/fail.ts'
import { sign } from '#kit/server/secrets.ts'
import { type AttemptRateKey, type AttemptHits, secondsUntilBelowLimit } from '#session/server/limits/hits.ts'
import type { AttemptLimit } from '#session/limits.ts'

type Person = { readonly userId: number | null; readonly sessionHash: string }

/** docs/spec.md#r20 */
export type CardCaller = Person & { readonly ip: string }

export type LimitKeys = { readonly limitKeys: readonly AttemptRateKey[]; readonly addressLimit: AttemptLimit }

export function personLimitKey({ userId, sessionHash }: Person): AttemptRateKey {
  return { limit: 'card_person', key: userId === null ? `session ${sessionHash}` : `user ${userId}` }
}

export function cardLimitKey(key: Buffer, card: CardEntry): AttemptRateKey {
  const named = card.type === 'typed_card' ? card.number : `saved ${card.acquirerToken}`
  return { limit: 'card_number', key: sign(key, named) }
}

export function cardLimitKeys(key: Buffer, card: CardEntry, by: CardCaller): readonly AttemptRateKey[] {
  const known = cardLimitKey(key, card)
  const limits: readonly AttemptLimit[] = cardBrands[card.brand].limits
  return [known, ...limits.map((limit) => ({ ...known, limit })), personLimitKey(by)]
}

/** Throws `too_many_attempts`. */
export function assertWithinLimits(keys: readonly AttemptRateKey[], hits: AttemptHits, now: Date): void {
  const retryAfterSeconds = secondsUntilAllowed(keys, hits, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
}

export function secondsUntilAllowed(keys: readonly AttemptRateKey[], hits: AttemptHits, now: Date) {
  for (const [index, { limit }] of keys.entries()) {
    const found = hits[index]
    const retryAfterSeconds = found ? secondsUntilBelowLimit(limit, found, now) : null
    if (retryAfterSeconds !== null) return retryAfterSeconds
  }
  return null
}

type LastDigits = { lastDigits: string }

export type TypedCardEntry = LastDigits & Omit<TypedCard, 'kind' | 'save'> & { saveFor: number | null }

/** Kept in memory for one call only. */
export type CardEntry = TypedCardEntry | (LastDigits & Omit<SavedCard, 'kind'> & { acquirer: string })
