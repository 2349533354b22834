import { sql } from 'kysely'
import type { Refusal } from '#acquirer/acquirer.ts'
import { refusalCauses } from '#acquirer/causes.ts'
import type { Db } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { attemptKeyHash } from '#session/server/limits/hits.ts'

/** docs/spec.md#r20 */
const maxRefusalMs = 30 * dayMs

function isIrreversible({ cause, retry }: Pick<Refusal, 'cause' | 'retry'>): boolean {
  return retry?.class === 'irreversible' || !refusalCauses[cause].mayTryAgain
}

export function shouldForgetCard(refusal: Pick<Refusal, 'cause' | 'retry'>): boolean {
  return refusalCauses[refusal.cause].forgetsCard || isIrreversible(refusal)
}

/** Null where the card may be sent again at once. */
export function refusedUntil(refusal: Pick<Refusal, 'cause' | 'retry'>, now: Date): Date | null {
  if (isIrreversible(refusal)) return addMs(now, maxRefusalMs)
  const waitMs = refusal.retry?.waitMs ?? 0
  return waitMs > 0 ? addMs(now, Math.min(waitMs, maxRefusalMs)) : null
}

export async function recordRefusedCard(db: Db, attemptId: number, refused: { cause: string; until: Date }) {
  const { cause, until } = refused
  await db
    .insertInto('refused_card')
    .columns(['key_hash', 'cause', 'until_at'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ key_hash: string }>`(${attemptKeyHash(attemptId, 'card_number')})`.as('counted'))
        .select([
          'key_hash',
          sql<string>`${cause}`.as('cause'),
          sql<Date>`${until}::timestamptz`.as('until_at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet({ cause, until_at: until })
        .where('refused_card.until_at', '<', until),
    )
    .execute()
}

/** Null where the card may be sent. */
export async function findRefusalCause(db: Db, cardKey: string, now: Date): Promise<string | null> {
  const refused = db.selectFrom('refused_card').select('cause').where('key_hash', '=', cardKey)
  return (await refused.where('until_at', '>', now).executeTakeFirst())?.cause ?? null
}
