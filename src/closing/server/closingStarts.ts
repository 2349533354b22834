import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { nextDay } from '#kit/calendar.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { findLastClosing } from './store.ts'

/** First day, and the highest settled ids when the job first saw the lot. */
export type ClosingStart = {
  readonly day: string
  readonly ledger: number
  readonly segment: number
  readonly take: number
}

const startColumns = [
  sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
  sql<number>`ledger_id`.as('ledger'),
  sql<number>`segment_id`.as('segment'),
  sql<number>`take_id`.as('take'),
] as const

async function closingStart(db: Db, lotId: number): Promise<ClosingStart | undefined> {
  return db.selectFrom('closing_start').select(startColumns).where('lot_id', '=', lotId).executeTakeFirst()
}

/** Undefined before the job first saw the lot. */
export async function lockClosings(tx: Tx, lotId: number): Promise<ClosingStart | undefined> {
  assertLockOrder(tx, 'closing', lotId)
  return tx
    .selectFrom('closing_start')
    .select(startColumns)
    .where('lot_id', '=', lotId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertStart(db: Db, lotId: number, start: ClosingStart): Promise<void> {
  const { day, ledger: ledger_id, segment: segment_id, take: take_id } = start
  await db
    .insertInto('closing_start')
    .values({ lot_id: lotId, day, ledger_id, segment_id, take_id })
    .onConflict((conflict) => conflict.column('lot_id').doNothing())
    .execute()
}

/** `dayToClose` comes next; undefined before the job first saw the lot. */
export async function closingProgress(db: Db, lotId: number) {
  const last = await findLastClosing(db, lotId)
  const start = await closingStart(db, lotId)
  return { last, start, dayToClose: last ? nextDay(last.day) : start?.day }
}

export async function closingStarts(db: Db): Promise<{ lotId: number; day: string }[]> {
  return db
    .selectFrom('closing_start')
    .select(['lot_id as lotId', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .execute()
}
