import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '#app/server/environment/environment.ts'
import { migrationsDir } from '#app/server/database.ts'
import { tables } from '#app/server/modules.ts'
import { migrationFiles } from '#kit/server/db/migrate.ts'
import type { RetentionTables, TableName } from '#kit/server/retention/retention.ts'
import { code, table } from './markdown.ts'

/** The environment variables of a process. */
export function variablesTable(): string {
  const rows = variables.map(({ name, fallback, meaning }) => [code(name), String(fallback), String(meaning)])
  return table(['variable', 'when unset', 'meaning'], rows)
}

/** The migrations that add a column to a table of an earlier one. */
export function addedColumnsTable(): string {
  const rows = migrationFiles(migrationsDir)
    .slice(1)
    .flatMap((name) => {
      const widened = widenedBy(readFileSync(join(migrationsDir, name), 'utf8'))
      return widened.length === 0 ? [] : [[name.slice(0, 4), widened.map(code).join(', ')]]
    })
  return table(['migration', 'adds a column to'], rows)
}

function widenedBy(migration: string): string[] {
  const text = migration.replace(/--.*$/gm, '')
  const own = [...text.matchAll(/create table (\w+)/g)].map(([, name]) => name)
  const widened = [...text.matchAll(/alter table (\w+)\s([^;]*)/g)]
    .filter(([, name, change = '']) => /\badd column\b/.test(change) && !own.includes(name))
    .map(([, name = '']) => name)
  return [...new Set(widened)]
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
