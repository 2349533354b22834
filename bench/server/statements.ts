import { queryOnce } from '../machine/queryOnce.ts'
import type { Purchase } from '../sides/purchase.ts'
import type { PurchaseSide } from '../sides/sides.ts'

/** So many guests make each call one after the other; what the job runner asks by itself is lost among them. */
const guests = 50

/** How often each call of a purchase asks the database, begin and commit included: a table in Markdown, a column a side. */
export async function statementsOfCalls(sides: readonly PurchaseSide[]): Promise<string> {
  const counted: Map<string, number>[] = []
  for (const side of sides) counted.push(await countOf(side))
  const names = [...(counted[0]?.keys() ?? [])]
  const lines = names.map(
    (name) => `| ${name} | ${counted.map((of) => (of.get(name) ?? NaN).toFixed(1)).join(' | ')} |`,
  )
  const head = [
    `| statements | ${sides.map(({ name }) => name).join(' | ')} |`,
    `|---|${'---|'.repeat(sides.length)}`,
  ]
  return [...head, ...lines, ''].join('\n')
}

async function countOf(side: PurchaseSide): Promise<Map<string, number>> {
  const { databaseUrl } = side
  if (databaseUrl === null) throw new Error('nobody can ask this database')
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

/** Statements of a database since its count was set to nothing, without those of the bench itself. */
export async function statementsSince(databaseUrl: string): Promise<number> {
  const { rows } = await queryOnce(
    databaseUrl,
    `select sum(calls) as n from pg_stat_statements join pg_database on oid = dbid
     where datname = current_database() and query not like '%pg_stat_statements%' and query not like '%pg_current_wal%'
       and query not like 'select $_ from job where done_at is null%'`,
  )
  return Number(rows[0]?.['n'])
}
