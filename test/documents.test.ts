import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exitTables } from './support/reporting/exits.ts'
import { callSections } from './documents/calls.ts'
import { between } from './documents/markdown.ts'
import { keepingTimesTable, variablesTable } from './documents/operating.ts'
import { actionsTable } from './documents/payment.ts'
import { limitsTable, routesTable } from './documents/spec.ts'
import { root } from './tidy/sources.ts'

/** Generated parts of each document, by the name of their marks. */
const generated: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/spec.md': { routes: routesTable, limits: limitsTable },
  'docs/calls.md': { calls: callSections },
  'docs/operating.md': { variables: variablesTable },
  'docs/retention.md': { 'keeping times': keepingTimesTable },
  'docs/payment.md': { actions: actionsTable, exits: exitTables },
}

it.each(Object.entries(generated))('%s is up to date; if not, run npm run documents', async (path, parts) => {
  const file = join(root, path)
  const fresh = Object.entries(parts).reduce(
    (text, [name, content]) => between(text, name, content()),
    readFileSync(file, 'utf8'),
  )
  await expect(fresh).toMatchFileSnapshot(file)
})
