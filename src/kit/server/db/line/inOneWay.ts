import type { CompiledQuery, Kysely } from 'kysely'
import { markOfOpen } from '../lease.ts'

/**
 * Asks two statements of a transaction in one way there and back; the second knows nothing of what the first answers. They
 * are done one after the other: the second sees what others committed before the first had its locks.
 */
export async function inOneWay<S, A, B>(
  db: Kysely<S>,
  first: CompiledQuery<A>,
  second: CompiledQuery<B>,
): Promise<readonly [A[], B[]]> {
  const mark = markOfOpen()
  if (mark) mark.next = { after: first.parameters, text: second.sql, values: second.parameters }
  const { rows } = await db.executeQuery(first)
  return [rows, (await db.executeQuery(second)).rows]
}
