import { expect, it } from 'vitest'
import { minuteMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { limits } from '../../limits.ts'
import {
  recordAttemptHits,
  deleteAttemptHits,
  hasAttemptHit,
  keepFailedAttempts,
  findRetryAfterSeconds,
} from './hits.ts'

const portal = portalOfFile()

const { max } = limits.card_number
const begunAt = new Date('2026-03-10T15:00:00Z')
const later = (minutes: number) => addMs(begunAt, minutes * minuteMs)

/** A card that has as many tries as its limit lets pass. */
async function triedOut(key: string, firstAttempt: number) {
  const counted = { limit: 'card_number', key } as const
  const ids = Array.from({ length: max }, (_, nth) => firstAttempt + nth)
  for (const id of ids) await recordAttemptHits(portal.db, { id, lasts: false }, [counted], begunAt)
  return { counted, ids, waits: (now: Date) => findRetryAfterSeconds(portal.db, counted, now) }
}

const kept = async () =>
  (await portal.db.selectFrom('rate_mark').select('attempt_id').execute()).map((row) => row.attempt_id)

it('an attempt counts from its start, and is moved when it has failed', async () => {
  const { counted, ids, waits } = await triedOut('one', 1)
  expect(await waits(later(1))).not.toBeNull()
  await keepFailedAttempts(portal.db, later(1))
  expect(await kept()).toEqual([])
  await keepFailedAttempts(portal.db, later(3))
  expect((await kept()).toSorted()).toEqual(ids.toSorted())
  // The table that a crash empties.
  await portal.db.deleteFrom('try_mark').execute()
  expect(await waits(later(3))).not.toBeNull()
  expect(await hasAttemptHit(portal.db, 1, counted)).toBe(true)
})

it.each([
  ['under way', 101, 0.5, 0],
  ['kept by now', 201, 3, 3],
  // Of three clocks that of whoever keeps tries is the one ahead: three seconds have gone by.
  ['kept at once by an instance whose clock is ahead', 401, 0.05, 2.05],
])('%s: hits without effect are removed', async (_, first, after, keptAfter) => {
  const { counted, waits } = await triedOut(`taken back ${first}`, first)
  await keepFailedAttempts(portal.db, later(keptAfter))
  await transaction(portal.db, (tx) => deleteAttemptHits(tx, first))
  expect(await waits(later(after))).toBeNull()
  expect(await hasAttemptHit(portal.db, first, counted)).toBe(false)
})

it('hits of an attempt are deleted from both tables', async () => {
  const { waits } = await triedOut('nobody knows', 301)
  await keepFailedAttempts(portal.db, later(3))
  await deleteAttemptHits(portal.db, 301)
  expect(await waits(later(3))).toBeNull()
})
