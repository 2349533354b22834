import type { CardBrand } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { sign } from '#kit/server/secrets.ts'
import {
  recordAttemptHits,
  type AttemptKey,
  deleteAttemptHits,
  type AttemptHits,
  secondsLeft,
  setAttemptHitsAside,
} from '#session/server/limits/hits.ts'
import type { TryLimit } from '#session/limits.ts'
import type { CardEntry } from './cardEntry.ts'

/** An account, or a guest by their session. */
export type Bearer = { readonly userId: number | null; readonly sessionHash: string }

/** Who tries a card: nobody else's refusals count against them (docs/spec.md#r20). */
export type CardTrier = Bearer & { readonly ip: string }

/** What a try counts for until it is paid: its keys, and the limit of where it comes from. */
export type AttemptKeys = { readonly tries: readonly AttemptKey[]; readonly address: TryLimit }

/** What refusals of any card count for, of one person. */
export function personOf({ userId, sessionHash }: Bearer): AttemptKey {
  return { limit: 'card_person', key: userId === null ? `session ${sessionHash}` : `user ${userId}` }
}

/** What a refusal of this card counts for. The number itself is kept nowhere. */
export function cardTry(key: Buffer, card: CardEntry): AttemptKey {
  const named = card.source === 'typed' ? card.number : `saved ${card.acquirerToken}`
  return { limit: 'card_number', key: sign(key, named) }
}

/** What the brands count of one card, besides the portal. */
const ofBrand: Readonly<Partial<Record<CardBrand, readonly TryLimit[]>>> = {
  Visa: ['card_visa'],
  Elo: ['card_elo'],
  Master: ['card_master', 'card_master_month'],
}

/** What a refusal of this card, tried by them, counts for. */
export function triesOf(key: Buffer, card: CardEntry, by: CardTrier): readonly AttemptKey[] {
  const known = cardTry(key, card)
  const brands = ofBrand[card.brand] ?? []
  return [known, ...brands.map((limit) => ({ ...known, limit })), personOf(by)]
}

/** Throws `too_many_attempts` where one of the limits is reached; `marks` are those of the tries. */
export function refuseTries(tries: readonly AttemptKey[], marks: AttemptHits, now: Date): void {
  const retryAfterSeconds = firstWait(tries, marks, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
}

/** How long the first of the limits that are reached makes who tries wait, in seconds; null where none is. */
export function firstWait(tries: readonly AttemptKey[], marks: AttemptHits, now: Date): number | null {
  for (const [index, { limit }] of tries.entries()) {
    const found = marks[index]
    const retryAfterSeconds = found ? secondsLeft(limit, found, now) : null
    if (retryAfterSeconds !== null) return retryAfterSeconds
  }
  return null
}

/**
 * Counts a try as if it were refused, until somebody says otherwise (`forgiveTry`): many at once get no further than one
 * after the other.
 */
export async function countTry(
  db: Db,
  { tries, address }: AttemptKeys,
  { attempt, ip, now }: { attempt: { id: number; lasts: boolean }; ip: string; now: Date },
): Promise<void> {
  await recordAttemptHits(db, attempt, [...tries, { limit: address, key: ip }], now)
}

/**
 * The card was good or the code was paid, or no card would have done: what this attempt was counted for is taken back.
 */
export async function forgiveTry(db: Db, attemptId: number): Promise<void> {
  await deleteAttemptHits(db, attemptId)
}

/** Nobody can say what this attempt came to: it counts for nothing, and its card is known should it be refused after all. */
export async function doubtTry(db: Db, attemptId: number): Promise<void> {
  await setAttemptHitsAside(db, attemptId, 'card_number')
}
