// Writes db/schema.sql and db/schema.ts from the migrations; `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeSchema } from './schema/describe.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const described = await describeSchema(join(root, 'db/migrations'))
const stale = Object.entries(described).filter(([file, text]) => {
  const path = join(root, 'db', file)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`stale: ${stale.map(([file]) => `db/${file}`).join(', ')}; run npm run schema`)
    process.exit(1)
  }
} else {
  for (const [file, text] of stale) writeFileSync(join(root, 'db', file), text)
}
