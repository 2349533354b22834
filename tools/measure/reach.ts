import type { File, Tree } from './tree.ts'

type ReachLimit = { readonly files: number; readonly lines: number }

/** Modules whose reach has a goal, by the ends of their paths: the first that exists is measured. */
const reachLimits: readonly (readonly [readonly string[], ReachLimit])[] = [
  [['/payByCard.ts'], { files: 90, lines: 6_500 }],
  [['/settle.ts'], { files: 70, lines: 5_500 }],
  [['/answerExit.ts', '/letOut.ts'], { files: 90, lines: 7_200 }],
  [['/sendRefund.ts', '/refundLater.ts'], { files: 45, lines: 3_500 }],
  [['kit/server/db/transaction.ts'], { files: 3, lines: 150 }],
]

/** How many files each module pulls in by imports of values, transitively, itself counted: rows in Markdown. */
export function reachRows(tree: Tree): string[] {
  const rows = reachLimits.map(([ends, goal]) => {
    const start = findOne(tree, ends)
    const reached = reachOf(tree, start)
    const lines = reached.reduce((sum, file) => sum + file.lines, 0)
    const isMet = reached.length <= goal.files && lines <= goal.lines
    return `| ${start.path} | ${reached.length} | ${lines} | ${goal.files}, ${goal.lines} | ${isMet ? 'met' : 'missed'} |`
  })
  return ['| reach | files | lines | goal | |', '|---|---:|---:|---|---|', ...rows]
}

function reachOf(tree: Tree, start: File): File[] {
  const reached = new Set([start])
  for (const { imports } of reached)
    for (const { to, isType } of imports) {
      const file = isType ? undefined : tree.get(to)
      if (file) reached.add(file)
    }
  return [...reached]
}

/** Throws where no file, or more than one, has the path's end. */
function findOne(tree: Tree, ends: readonly string[]): File {
  for (const end of ends) {
    const found = [...tree.values()].filter(({ path }) => path.endsWith(end))
    const [file] = found
    if (found.length > 1) throw new Error(`${found.map(({ path }) => path).join(' and ')} end with ${end}`)
    if (file) return file
  }
  throw new Error(`no file ends with ${ends.join(' or ')}`)
}
