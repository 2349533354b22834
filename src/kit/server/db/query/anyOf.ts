import { sql } from 'kysely'

/** `.where('dispute.id', '=', anyOf(ids))`: one statement text for any number of ids. */
export function anyOf(ids: readonly number[]) {
  return sql<number>`any(${[...ids]}::bigint[])`
}
