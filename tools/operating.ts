// npm run operating: writes the tables of docs/operating.md: variables from src/app/server/config.ts, keeping times from
// `server/keeping/tables.ts` of each noun, columns that were added from db/migrations.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { variables } from '../src/app/server/config.ts'
import { migrationsDir } from '../src/app/server/database.ts'
import { tables } from '../src/app/server/nouns.ts'
import { migrationFiles } from '../src/kit/server/db/migrate.ts'
import type { Keepings, TableName } from '../src/kit/server/keeping/keeping.ts'
import { requireNode } from './requireNode.ts'

const file = fileURLToPath(new URL('../docs/operating.md', import.meta.url))

/** docs/operating.md as it should be: the same text around fresh tables. */
export function operatingDocument(): { stands: string; fresh: string } {
  const stands = readFileSync(file, 'utf8')
  const settings = variables.map(({ name, fallback, meaning }) =>
    [`\`${name}\``, fallback, meaning].map(String),
  )
  const kept = Object.entries(tables)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([table, keeping]) => keptRows(table, keeping))
  const withSettings = between(stands, 'variables', [['variable', 'when unset', 'meaning'], ...settings])
  const withTimes = between(withSettings, 'keeping times', [['table', 'days', 'what', 'why'], ...kept])
  const added = migrationFiles(migrationsDir).slice(1).flatMap(addedRows)
  const fresh = between(withTimes, 'added columns', [['migration', 'adds a column to'], ...added])
  return { stands, fresh }
}

/** A migration that widens a table of another. */
function addedRows(name: string): string[][] {
  const text = readFileSync(join(migrationsDir, name), 'utf8').replace(/--.*$/gm, '')
  const own = [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table)
  const widened = [...text.matchAll(/alter table (\w+)\s([^;]*)/g)]
    .filter(([, table, change = '']) => /\badd column\b/.test(change) && !own.includes(table))
    .map(([, table]) => `\`${table}\``)
  return widened.length === 0 ? [] : [[name.slice(0, 4), [...new Set(widened)].join(', ')]]
}

/** The text with another table between the two marks of this name. */
function between(text: string, name: string, [head = [], ...rows]: (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
  const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  return text.replace(marks, (_, before: string, after: string) => `${before}${table}\n${after}`)
}

function keptRows(table: string, { rows, why }: Keepings[TableName]): string[][] {
  const name = `\`${table}\``
  if (rows === 'stays') return [[name, '', 'stays', why]]
  if ('belongsTo' in rows)
    return [[name, '', `with ${rows.belongsTo.map((one) => `\`${one}\``).join(' or ')}`, why]]
  return rows.map(({ days, what }, index) => [
    index === 0 ? name : '',
    String(days),
    what,
    index === 0 ? why : '',
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  writeFileSync(file, operatingDocument().fresh)
}
