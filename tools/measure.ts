// npm run measure: how the house stands, in figures, and of which commit they are; `npm run measure -- --tree DIR`
// measures another checkout by the same rule.
//
// Counted are the files under src that ship: TypeScript, no tests and no styles; those of simulators/ apart.
//
// A stop is a file that somebody opens who follows a call down: the file of the web that asks, the contract that
// declares the call, the file that mounts it, and from the flow that the handler names over the fewest imports of
// values to the file whose function writes the row (reads it, where the call writes none); a function of the routes' own
// file is followed. Each file is one stop, however long it
// is. It is a lower bound: where two ways lead to the SQL the shorter one is counted, and files that are only read on
// the way (a rule, a text, a type) are not. The files from the screen's page to the one that asks are given beside it.
// An arrow is against the order that the tree's own ARCHITECTURE.md gives.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { flows, stopsOf } from './measure/stops.ts'
import { type File, filesOf, nounOf } from './measure/tree.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const { values } = parseArgs({ options: { tree: { type: 'string' }, ways: { type: 'boolean' } } })
const root = resolve(values.tree ?? fileURLToPath(new URL('..', import.meta.url)))
const tree = filesOf(root)
const files = [...tree.values()]
const order = orderOf(root)

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)
say(commit(), ...sizes(), '', ...nouns(), '', ...ways(), '', ...largest(), '', ...against())

/** The order of the nouns as the tree's own document gives it. */
function orderOf(folder: string): string[] {
  const line = /^kit < .+$/m.exec(readFileSync(join(folder, 'ARCHITECTURE.md'), 'utf8'))?.[0]
  if (line === undefined) throw new Error(`${folder}/ARCHITECTURE.md gives no order of the nouns`)
  return line.split(' < ').map((noun) => noun.trim())
}

/** The commit that the tree is a checkout of, with its day; what is measured and not committed is said. */
function commit(): string {
  const git = (...asked: string[]) =>
    execFileSync('git', ['-C', root, ...asked], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'src') === '' ? '' : ', and what is not committed'
    return `commit ${git('log', '-1', '--format=%h of %cs')}${changed}`
  } catch {
    return 'no commit: not a checkout of git'
  }
}

function sizes(): string[] {
  const byLength = files.map(({ lines }) => lines).sort((a, b) => a - b)
  const median = byLength[Math.floor(byLength.length / 2)] ?? 0
  const simulators = [...filesOf(root, 'simulators').values()]
  return [
    `${files.length} files, ${sum(files)} lines, median ${median} lines`,
    `simulators, apart: ${simulators.length} files, ${sum(simulators)} lines`,
  ]
}

function nouns(): string[] {
  const perNoun = Map.groupBy(files, ({ path }) => nounOf(path))
  const rows = order.map((noun) => {
    const inside = perNoun.get(noun) ?? []
    return `| ${noun} | ${inside.length} | ${sum(inside)} |`
  })
  return ['| noun | files | lines |', '|---|---:|---:|', ...rows]
}

function ways(): string[] {
  const rows = flows.map((flow) => {
    const { toAsk, stops, nouns: crossed } = stopsOf(tree, flow)
    const way = values.ways ? [...toAsk.map((path) => `(${path})`), ...stops].join('\n    ') : ''
    return `| ${flow.name} | ${stops.length} | ${crossed} | ${toAsk.length} |${way && `\n    ${way}`}`
  })
  return ['| flow | stops | nouns | files before, from the page |', '|---|---:|---:|---:|', ...rows]
}

function largest(): string[] {
  const rows = files
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, 8)
    .map(({ path, lines }) => `| ${path} | ${lines} |`)
  return ['| largest files | lines |', '|---|---:|', ...rows]
}

function against(): string[] {
  const place = (path: string) => order.indexOf(nounOf(path))
  const wrong = files.flatMap(({ path, imports }) =>
    imports.filter(({ to }) => tree.has(to) && place(to) > place(path)).map(({ to }) => `  ${path} -> ${to}`),
  )
  const strange = [...new Set(files.map(({ path }) => nounOf(path)))].filter((noun) => !order.includes(noun))
  return [
    `import arrows against the order: ${wrong.length}`,
    ...wrong,
    ...strange.map((noun) => `  ${noun} has no place in it`),
  ]
}

function sum(some: readonly File[]): number {
  return some.reduce((total, { lines }) => total + lines, 0)
}
