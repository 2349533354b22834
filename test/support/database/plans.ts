import { type CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import * as z from 'zod/mini'
import type { TestPortal } from '../portal.ts'

type Database = TestPortal['db']

/** Runs `work` on the real database and answers every statement that it made, with its values. */
export async function statementsOf(
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const capture: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(capture))
  return nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: 'explain' }))
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
