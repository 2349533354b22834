import type { CompiledQuery, Kysely } from 'kysely'
import { markOfOpen } from '../lease.ts'

/**
 * Asks two statements of a transaction in one way there and back; the second knows nothing of what the first answers. They
 * are done one after the other: the second sees what others committed before the first had its locks. `ahead` is what the
 * transaction asks next, most likely: it is sent along too, and who asks it in this order, and nothing else before, has its
 * answer by then. Its locks are taken whether it is asked or not.
 */
export async function inOneWay<S, A, B>(
  db: Kysely<S>,
  first: CompiledQuery<A>,
  second: CompiledQuery<B>,
  ahead: readonly CompiledQuery[] = [],
): Promise<readonly [A[], B[]]> {
  const mark = markOfOpen()
  const asked = [second, ...ahead].map(({ sql, parameters }) => ({ text: sql, values: parameters }))
  if (mark) mark.next = { after: first.parameters, asked }
  const { rows } = await db.executeQuery(first)
  return [rows, (await db.executeQuery(second)).rows]
}
