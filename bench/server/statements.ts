import { queryOnce } from '../../test/support/database/queryOnce.ts'
import type { Purchase } from '../sides/purchase.ts'
import type { PurchaseSide } from '../sides/sides.ts'

/** So many guests make each call one after the other; the job runner's own statements are negligible beside them. */
const guests = 50

/** How many statements each call of a purchase executes, begin and commit included: a table in Markdown. */
export async function statementsOfCalls(side: PurchaseSide): Promise<string> {
  const counts = await countOf(side)
  const lines = [...counts].map(([name, count]) => `| ${name} | ${count.toFixed(1)} |`)
  return ['| statements of | portal |', '|---|---|', ...lines, ''].join('\n')
}

async function countOf(side: PurchaseSide): Promise<Map<string, number>> {
  const { databaseUrl } = side
  if (databaseUrl === null) throw new Error('the bench cannot query this database')
  const counts = new Map<string, number>()
  const purchases: Purchase[] = []
  const count = async (name: string, work: () => Promise<void>) => {
    await side.settle()
    await queryOnce(databaseUrl, 'select pg_stat_statements_reset()')
    await work()
    await side.settle()
    counts.set(name, (await statementsSince(databaseUrl)) / guests)
  }
  await count('csrf-cookie', async () => {
    for (let n = 0; n < guests; n += 1) purchases.push(await side.begin())
  })
  const [first] = purchases
  for (const [at, { name }] of (first?.untilCard ?? []).entries())
    await count(name, async () => {
      for (const { untilCard } of purchases) await untilCard[at]?.run()
    })
  await count(first?.pay.name ?? '', async () => {
    for (const { pay } of purchases) await pay.run()
  })
  return counts
}

/** Executed statements of a database since the count was reset, without the bench's own. */
export async function statementsSince(databaseUrl: string): Promise<number> {
  const { rows } = await queryOnce(
    databaseUrl,
    `select sum(calls) as n from pg_stat_statements join pg_database on oid = dbid
     where datname = current_database() and query not like '%pg_stat_statements%' and query not like '%pg_current_wal%'
       and query not like 'select $_ from job where done_at is null%'`,
  )
  return Number(rows[0]?.['n'])
}
