import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'

/** Signed centavos that the next closing of the lot counts. */
export type Adjustment = {
  readonly lotId: number
  /** 'YYYY-MM-DD', a closed day. */
  readonly ofDay: string
  readonly cents: number
  readonly reason: string
  readonly actor: string
  readonly at: Date
}

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<number> {
  const { id } = await tx
    .insertInto('closing_adjustment')
    .values({
      lot_id: adjustment.lotId,
      of_day: adjustment.ofDay,
      amount_cents: adjustment.cents,
      reason: adjustment.reason,
      actor: adjustment.actor,
      at: adjustment.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** 0 without one. */
export async function lastAdjustment(db: Db, lotId: number): Promise<number> {
  const row = await db
    .selectFrom('closing_adjustment')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('lot_id', '=', lotId)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function adjustmentsBetween(
  db: Db,
  lotId: number,
  { after, upto }: { after: number; upto: number },
): Promise<Adjustment[]> {
  return db
    .selectFrom('closing_adjustment')
    .select(['lot_id as lotId', 'amount_cents as cents', 'reason', 'actor', 'at'])
    .select(sql<string>`to_char(of_day, 'YYYY-MM-DD')`.as('ofDay'))
    .where('lot_id', '=', lotId)
    .where('id', '>', after)
    .where('id', '<=', upto)
    .orderBy('id')
    .execute()
}
