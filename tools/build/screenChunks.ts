import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Chunk -> paths of its pages, by the column `chunk` of the customer's screens. */
export function screenChunks(root: string): ReadonlyMap<string, readonly string[]> {
  const rows = globSync(['src/*/web/screens.ts', 'src/payment/card/web/payRoutes.ts'], { cwd: root }).flatMap(
    (file) => rowsOf(resolve(root, file)),
  )
  const perChunk = Map.groupBy(rows, ({ chunk }) => chunk)
  return new Map([...perChunk].map(([chunk, found]) => [chunk, found.map(({ page }) => page)]))
}

/** The rows of a `screens.ts` that name a chunk, with the file that each imports. */
function rowsOf(file: string): readonly { page: string; chunk: string }[] {
  const rows: { start: number; end: number; chunk: string }[] = []
  const imports: { start: number; from: string }[] = []
  new Visitor({
    ObjectExpression({ start, end, properties }) {
      const chunk = properties.map(chunkIn).find((name) => name !== null)
      if (chunk) rows.push({ start, end, chunk })
    },
    ImportExpression({ start, source }) {
      if (source.type === 'Literal') imports.push({ start, from: String(source.value) })
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return rows.flatMap(({ start, end, chunk }) =>
    imports
      .filter((found) => found.start > start && found.start < end)
      .map(({ from }) => ({ page: resolve(dirname(file), from), chunk })),
  )
}

/** The chunk's name where a property is `chunk: 'name'`, else null. */
function chunkIn(property: ESTree.ObjectPropertyKind): string | null {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return null
  if (property.key.name !== 'chunk' || property.value.type !== 'Literal') return null
  return String(property.value.value)
}
