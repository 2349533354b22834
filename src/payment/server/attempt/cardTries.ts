import { cardBrands } from '#acquirer/brands.ts'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { sign } from '#kit/server/secrets.ts'
import {
  addTryMarks,
  type CountedTry,
  dropMarksOf,
  type MarksOfTries,
  secondsLeft,
  setMarksAside,
} from '#session/server/limits/marks.ts'
import type { TryLimit } from '#session/limits.ts'
import type { CardEntry } from './cardEntry.ts'

/** An account, or a guest by their session. */
export type Bearer = { readonly userId: number | null; readonly sessionHash: string }

/** Who tries a card: nobody else's refusals count against them (docs/spec.md#r20). */
export type CardTrier = Bearer & { readonly ip: string }

/** What a try counts for until it is paid: its keys, and the limit of where it comes from. */
export type TryKeys = { readonly tries: readonly CountedTry[]; readonly address: TryLimit }

/** What refusals of any card count for, of one person. */
export function personOf({ userId, sessionHash }: Bearer): CountedTry {
  return { limit: 'card_person', key: userId === null ? `session ${sessionHash}` : `user ${userId}` }
}

/** What a refusal of this card counts for. The number itself is kept nowhere. */
export function cardTry(key: Buffer, card: CardEntry): CountedTry {
  const named = card.source === 'typed' ? card.number : `saved ${card.acquirerToken}`
  return { limit: 'card_number', key: sign(key, named) }
}

/** What a refusal of this card, tried by them, counts for. */
export function triesOf(key: Buffer, card: CardEntry, by: CardTrier): readonly CountedTry[] {
  const known = cardTry(key, card)
  const limits: readonly TryLimit[] = cardBrands[card.brand].limits
  return [known, ...limits.map((limit) => ({ ...known, limit })), personOf(by)]
}

/** Throws `too_many_attempts` where one of the limits is reached; `marks` are those of the tries. */
export function refuseTries(tries: readonly CountedTry[], marks: MarksOfTries, now: Date): void {
  const retryAfterSeconds = firstWait(tries, marks, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
}

/** How long the first of the limits that are reached makes who tries wait, in seconds; null where none is. */
export function firstWait(tries: readonly CountedTry[], marks: MarksOfTries, now: Date): number | null {
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
  { tries, address }: TryKeys,
  { attempt, ip, now }: { attempt: { id: number; lasts: boolean }; ip: string; now: Date },
): Promise<void> {
  await addTryMarks(db, attempt, [...tries, { limit: address, key: ip }], now)
}

/**
 * The card was good or the code was paid, or no card would have done: what this attempt was counted for is taken back.
 */
export async function forgiveTry(db: Db, attemptId: number): Promise<void> {
  await dropMarksOf(db, attemptId)
}

/** Nobody can say what this attempt came to: it counts for nothing, and its card is known should it be refused after all. */
export async function doubtTry(db: Db, attemptId: number): Promise<void> {
  await setMarksAside(db, attemptId, 'card_number')
}
