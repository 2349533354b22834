import { variables } from '#app/server/environment/environment.ts'
import { tables } from '#app/server/modules.ts'
import type { RetentionTables, TableName } from '#kit/server/retention/retention.ts'
import { code, table } from './markdown.ts'

/** The environment variables of a process. */
export function variablesTable(): string {
  const rows = variables.map(({ name, fallback, meaning }) => [code(name), String(fallback), String(meaning)])
  return table(['variable', 'when unset', 'meaning'], rows)
}

/** How long the rows of each table are kept. */
export function keepingTimesTable(): string {
  const rows = Object.entries(tables)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, keeping]) => keptRows(code(name), keeping))
  return table(['table', 'days', 'what', 'why'], rows)
}

function keptRows(name: string, { rows, why }: RetentionTables[TableName]): string[][] {
  if (rows === 'stays') return [[name, '', 'stays', why]]
  if ('belongsTo' in rows) return [[name, '', `with ${rows.belongsTo.map(code).join(' or ')}`, why]]
  return rows.map(({ days, what }, index) => [
    index === 0 ? name : '',
    String(days),
    what,
    index === 0 ? why : '',
  ])
}
