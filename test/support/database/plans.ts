import { type CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import * as z from 'zod/mini'
import type { TestPortal } from '../portal.ts'

type Database = TestPortal['db']

/** Runs `work` on the real database and answers each of its statements with its values. */
export async function statementsOf(
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const compiled = (node: RootOperationNode) => db.getExecutor().compileQuery(node, { queryId: 'explain' })
  const capture: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(compiled(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const listening = db.withPlugin(capture)
  // Prepared statements (src/kit/server/db/query/preparedStatement.ts) bypass plugins.
  const get = (target: Database, key: string | symbol) => {
    const member: unknown = Reflect.get(target, key, target)
    if (typeof member !== 'function') return member
    return (...args: unknown[]): unknown => {
      if (key === 'executeQuery' && isCompiled(args[0])) queries.push(args[0])
      return Reflect.apply(member, target, args)
    }
  }
  await work(new Proxy(listening, { get }))
  return queries
}

function isCompiled(value: unknown): value is CompiledQuery {
  return typeof value === 'object' && value !== null && 'sql' in value && 'parameters' in value
}

const planShape = z.array(z.object({ 'QUERY PLAN': z.string() }))

/** The lines of a statement's plan; `options` as in 'explain (analyze, timing off)'. */
export async function planOf(
  db: Database,
  { sql: text, parameters }: CompiledQuery,
  options = '',
): Promise<string[]> {
  const plan = await db.executeQuery({
    sql: `explain ${options} ${text}`,
    parameters,
    query: sql`select 1`.compile(db).query,
    queryId: { queryId: 'explain' },
  })
  return z.parse(planShape, plan.rows).map((row) => row['QUERY PLAN'])
}
