import type { CardBrand } from '#acquirer/acquirer.ts'
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

/** A signed-in user, or a guest by session. */
export type Bearer = { readonly userId: number | null; readonly sessionHash: string }

/** The person who tries a card: refusals count per person (docs/spec.md#r20). */
export type CardTrier = Bearer & { readonly ip: string }

/** The rate limit keys of a try, and the limit of its address. */
export type TryKeys = { readonly tries: readonly CountedTry[]; readonly address: TryLimit }

/** The rate limit of a person's refusals, by any card. */
export function personOf({ userId, sessionHash }: Bearer): CountedTry {
  return { limit: 'card_person', key: userId === null ? `session ${sessionHash}` : `user ${userId}` }
}

/** The rate limit of a card's refusals; the key is a keyed hash of its number. */
export function cardTry(key: Buffer, card: CardEntry): CountedTry {
  const named = card.source === 'typed' ? card.number : `saved ${card.acquirerToken}`
  return { limit: 'card_number', key: sign(key, named) }
}

/** The brands' own limits per card. */
const ofBrand: Readonly<Partial<Record<CardBrand, readonly TryLimit[]>>> = {
  Visa: ['card_visa'],
  Elo: ['card_elo'],
  Master: ['card_master', 'card_master_month'],
}

/** The rate limits that a refusal of this card, by this person, counts against. */
export function triesOf(key: Buffer, card: CardEntry, by: CardTrier): readonly CountedTry[] {
  const known = cardTry(key, card)
  const brands = ofBrand[card.brand] ?? []
  return [known, ...brands.map((limit) => ({ ...known, limit })), personOf(by)]
}

/** Throws `too_many_attempts` where a limit is reached. */
export function refuseTries(tries: readonly CountedTry[], marks: MarksOfTries, now: Date): void {
  const retryAfterSeconds = firstWait(tries, marks, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
}

/** Seconds until the first reached limit allows a try; null where none is reached. */
export function firstWait(tries: readonly CountedTry[], marks: MarksOfTries, now: Date): number | null {
  for (const [index, { limit }] of tries.entries()) {
    const found = marks[index]
    const retryAfterSeconds = found ? secondsLeft(limit, found, now) : null
    if (retryAfterSeconds !== null) return retryAfterSeconds
  }
  return null
}

/**
 * Counts a try as refused in advance, so that parallel tries cannot pass the limit; `forgiveTry` removes it.
 */
export async function countTry(
  db: Db,
  { tries, address }: TryKeys,
  { attempt, ip, now }: { attempt: { id: number; lasts: boolean }; ip: string; now: Date },
): Promise<void> {
  await addTryMarks(db, attempt, [...tries, { limit: address, key: ip }], now)
}

/** Removes a try from the limits: it was paid, or refused because of the setup. */
export async function forgiveTry(db: Db, attemptId: number): Promise<void> {
  await dropMarksOf(db, attemptId)
}

/**
 * Suspends a try of unknown outcome: it counts nothing, and its card stays identifiable in case of a refusal.
 */
export async function doubtTry(db: Db, attemptId: number): Promise<void> {
  await setMarksAside(db, attemptId, 'card_number')
}
