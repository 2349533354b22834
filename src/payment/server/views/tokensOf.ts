import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

export async function tokensOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { token: string; ticketCode: string }>> {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'token', 'ticket_code'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, token, ticket_code: ticketCode }) => [id, { token, ticketCode }]))
}
