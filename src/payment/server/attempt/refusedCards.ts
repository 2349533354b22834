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
  await sql`
    insert into refused_card (key_hash, cause, until_at)
    select key_hash, ${cause}, ${until}::timestamptz from (${attemptKeyHash(attemptId, 'card_number')}) as counted
    on conflict (key_hash) do update set cause = excluded.cause, until_at = excluded.until_at
    where refused_card.until_at < excluded.until_at`.execute(db)
}

/** Null where the card may be sent. */
export async function findRefusalCause(db: Db, cardKey: string, now: Date): Promise<string | null> {
  const refused = db.selectFrom('refused_card').select('cause').where('key_hash', '=', cardKey)
  return (await refused.where('until_at', '>', now).executeTakeFirst())?.cause ?? null
}
