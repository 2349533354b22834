// npm run measure: the size of the code in figures, and of which commit; `npm run measure -- --tree DIR` measures another
// checkout. Counted is TypeScript without tests.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { File } from './measure/tree.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const { reachRows } = await import('./measure/reach.ts')
const { treeOf } = await import('./measure/tree.ts')
const { upwardImports } = await import('./measure/upward.ts')
const { commentWords, documentWords } = await import('./measure/words.ts')

const { values } = parseArgs({ options: { tree: { type: 'string' } } })
const root = resolve(values.tree ?? fileURLToPath(new URL('..', import.meta.url)))
const src = treeOf(root, ['src'])
const upward = upwardImports(src)
const documents = documentWords(root)

process.stdout.write(
  `${[
    commit(),
    '',
    ...reachRows(treeOf(root, ['src', 'db', 'simulators'])),
    '',
    ...sizes(),
    '',
    `words of comments in src: ${commentWords(src)}`,
    `words of documents: ${documents.own}; beside the code: ${documents.beside}`,
    `imports that go back up inside nouns: ${upward.count}`,
    ...upward.rows,
  ].join('\n')}\n`,
)

/** The commit that the tree is a checkout of, with its day. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'src') === '' ? '' : ', with changes'
    return `commit ${git('log', '-1', '--format=%h of %cs')}${changed}`
  } catch {
    return 'no commit: not a checkout of git'
  }
}

/** Files and lines of each noun, of all of them, and of the simulators. */
function sizes(): string[] {
  const perNoun = [...Map.groupBy(src.values(), ({ path }) => path.split('/')[1] ?? '')].toSorted(
    ([a], [b]) => a.localeCompare(b),
  )
  return [
    '| noun | files | lines |',
    '|---|---:|---:|',
    ...perNoun.map(([noun, files]) => sizeRow(noun, files)),
    sizeRow('all of src', [...src.values()]),
    sizeRow('simulators', [...treeOf(root, ['simulators']).values()]),
  ]
}

function sizeRow(name: string, files: readonly File[]): string {
  return `| ${name} | ${files.length} | ${files.reduce((sum, { lines }) => sum + lines, 0)} |`
}
