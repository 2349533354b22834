// npm run operating: writes the table of variables in docs/operating.md from src/app/server/config.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { variables } from '../src/app/server/config.ts'
import { requireNode } from './requireNode.ts'

const file = fileURLToPath(new URL('../docs/operating.md', import.meta.url))

/** docs/operating.md as it should be: the same text around a fresh table. */
export function operatingDocument(): { stands: string; fresh: string } {
  const stands = readFileSync(file, 'utf8')
  const rows = variables.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`)
  const table = ['| variable | when unset | meaning |', '|---|---|---|', ...rows].join('\n')
  const fresh = stands.replace(
    /(<!-- variables -->\n)[\s\S]*?(<!-- \/variables -->)/,
    (_, before: string, after: string) => `${before}${table}\n${after}`,
  )
  return { stands, fresh }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  writeFileSync(file, operatingDocument().fresh)
}
