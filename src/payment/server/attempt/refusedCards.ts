import { sql } from 'kysely'
import type { Refusal } from '#acquirer/acquirer.ts'
import { causes } from '#acquirer/causes.ts'
import type { Db } from '#db/schema.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { attemptKeyHash } from '#session/server/limits/hits.ts'

/** For so long a card is known again (docs/spec.md#r20). */
const knownMs = 30 * dayMs

/** Whether nothing that the driver can do makes this card pass. */
function isIrreversible({ cause, retry }: Pick<Refusal, 'cause' | 'retry'>): boolean {
  return retry?.class === 'irreversible' || !causes[cause].mayTryAgain
}

/** Whether a saved card that is refused so is of no use any more. */
export function forgetsCard(refusal: Pick<Refusal, 'cause' | 'retry'>): boolean {
  return causes[refusal.cause].forgetsCard || isIrreversible(refusal)
}

/** Until when the card is not sent again; null where it may be, at once. */
export function refusedUntil(refusal: Pick<Refusal, 'cause' | 'retry'>, now: Date): Date | null {
  if (isIrreversible(refusal)) return plus(now, knownMs)
  const waitMs = refusal.retry?.waitMs ?? 0
  return waitMs > 0 ? plus(now, Math.min(waitMs, knownMs)) : null
}

/**
 * Keeps that the card of an attempt is not to be sent again for a while. The card is the one that the attempt is counted
 * for, or was while nobody knew what it came to: for a day, as long as it is asked about.
 */
export async function keepRefused(
  db: Db,
  attemptId: number,
  refused: { cause: string; until: Date },
): Promise<void> {
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

/** The cause for which a card is not to be sent now; null where it may be sent. */
export async function refusedFor(db: Db, cardKey: string, now: Date): Promise<string | null> {
  const refused = await db
    .selectFrom('refused_card')
    .select('cause')
    .where('key_hash', '=', cardKey)
    .where('until_at', '>', now)
    .executeTakeFirst()
  return refused?.cause ?? null
}
