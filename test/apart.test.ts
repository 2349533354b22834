import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imports } from './tidy/imports.ts'
import { isTest, sourcesIn } from './tidy/sources.ts'

const web = sourcesIn('src').filter((file) => file.path.includes('/web/') && !isTest(file))
/** Files that draw what is typed of a card. */
const drawing = web
  .filter(({ lines }) => lines.some((line) => /autoComplete="cc-|'cc-(number|csc|exp)/.test(line)))
  .map(({ path }) => path)

/** Whether a file comes to one that draws a card's fields. */
function reaches(path: string, seen = new Set<string>()): boolean {
  if (drawing.includes(path)) return true
  if (seen.has(path)) return false
  seen.add(path)
  return imports.some(({ from, to }) => from.path === path && to !== null && reaches(to, seen))
}

const row =
  /^ {2}'?([\w.-]+)'?: \{\s*load: (?:wrap\()?\(\) => import\('([^']+)'\)(?:\.then\([^)]*\)|\))?,?([^}]*)\}/gm
const rows = web
  .filter(({ path }) => /\/(screens|payRoutes)\.ts$/.test(path))
  .flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(row)].map(([, name = '', file = '', rest = '']) => ({
      name,
      page: resolve('/', dirname(path), file).slice(1),
      isApart: /\bisIsolated: true/.test(rest),
    })),
  )

describe('screens that contain card data (docs/spec.md#the-page)', () => {
  it('are exactly the screens that have a document of their own', () => {
    expect(rows.length).toBeGreaterThan(30)
    const card = rows.filter(({ page }) => reaches(page)).map(({ name }) => name)
    expect(rows.filter(({ isApart }) => isApart).map(({ name }) => name)).toEqual(card)
    expect(card).toEqual(['payment.creditDebitCard', 'payment.savedCard'])
  })
})
