import { type File, nounOf } from './tree.ts'

/** What a person asks: on which screen (none for a gate), by which call, and which table's row is written, or only read. */
export type Flow = {
  readonly name: string
  readonly screen: string | null
  readonly endpoint: string
  readonly table: string
  readonly reads?: true
}

export const flows: readonly Flow[] = [
  { name: 'ticket read', screen: 'ticket.read', endpoint: 'readTicket', table: 'ticket', reads: true },
  { name: 'pay', screen: 'payment.creditDebitCard', endpoint: 'pay', table: 'attempt' },
  { name: 'reserve', screen: 'reserve.add', endpoint: 'createReserve', table: 'reservation' },
  { name: 'staff refund', screen: 'staff.transaction', endpoint: 'refundTransaction', table: 'refund' },
  { name: 'equipment entry', screen: null, endpoint: 'registerEntry', table: 'ticket' },
]

type Tree = ReadonlyMap<string, File>
export type Stops = {
  readonly toAsk: readonly string[]
  readonly stops: readonly string[]
  readonly nouns: number
}

/** The files from the page to the SQL; throws when the tree has no such flow. */
export function stopsOf(tree: Tree, flow: Flow): Stops {
  const contract = the(`contract of ${flow.endpoint}`, declares(tree, flow.endpoint))
  const toAsk = flow.screen === null ? [] : fromPage(tree, flow.screen, flow.endpoint, contract)
  const routes = the(`route of ${flow.endpoint}`, mounts(tree, flow.endpoint))
  const starts = flowsOf(tree, routes, flow.endpoint)
  const work = the(
    `way from ${routes} to ${flow.table}`,
    flow.reads
      ? // The read comes in through a port, of which the flow imports the type.
        shortest(tree, starts, (file) => reads(file, flow.table), { types: true })
      : shortest(tree, starts, (file) => writes(file, flow.table)),
  )
  const stops = [...toAsk.slice(-1), contract, routes, ...work]
  return { toAsk: toAsk.slice(0, -1), stops, nouns: nounsOf(stops) }
}

function fromPage(tree: Tree, screen: string, endpoint: string, contract: string): readonly string[] {
  return the(
    `way from ${screen} to the call of ${endpoint}`,
    shortest(tree, [pageOf(tree, screen)], ({ imports, text }) =>
      imports.some(
        ({ to, names, isType }) =>
          to === contract &&
          !isType &&
          (names.includes(endpoint) || new RegExp(`\\.${endpoint}\\b`).test(text)),
      ),
    ),
  )
}

/** The file of a screen, by the row that loads it: in the app's table or in its noun's. */
function pageOf(tree: Tree, screen: string): string {
  const row = new RegExp(`^\\s*'${screen.replace('.', '\\.')}':[^']*?import\\('([^']+)'\\)`, 'm')
  for (const file of tree.values()) {
    const target = row.exec(file.text)?.[1]
    if (target === undefined) continue
    const name = target.split('/').at(-1) ?? ''
    const found = file.imports.find(
      ({ to, names }) => names.length === 0 && to.endsWith(name) && tailFits(to, target),
    )
    if (found) return found.to
  }
  throw new Error(`no screen ${screen}`)
}

function tailFits(to: string, target: string): boolean {
  return to.endsWith(target.replace(/^(#|(\.\.?\/)+)/, ''))
}

function declares(tree: Tree, endpoint: string): string | undefined {
  const declaration = new RegExp(`^export const ${endpoint} = endpoint\\(`, 'm')
  return [...tree.values()].find(({ text }) => declaration.test(text))?.path
}

function mounts(tree: Tree, endpoint: string): string | undefined {
  const mount = new RegExp(`\\bmount\\(\\s*app,\\s*(?:\\w+\\.)?${endpoint}\\b`)
  return [...tree.values()].find(({ text }) => mount.test(text))?.path
}

/** The files whose functions the route's own lines name; all that the routes import when those are in a function beside. */
function flowsOf(tree: Tree, routes: string, endpoint: string): string[] {
  const file = the(routes, tree.get(routes))
  const mount = new RegExp(
    `\\bmount\\(\\s*app,\\s*(?:\\w+\\.)?${endpoint}\\b[\\s\\S]*?(?=\\bmount\\(|^}|$(?![\\s\\S]))`,
    'm',
  )
  const handler = mount.exec(file.text)?.[0] ?? ''
  const values = file.imports.filter(({ to, isType }) => !isType && to.includes('/server/'))
  const named = values.filter(({ names }) => names.some((name) => new RegExp(`\\b${name}\\b`).test(handler)))
  return (named.length > 0 ? named : values).map(({ to }) => to)
}

function writes({ text, path }: File, table: string): boolean {
  const insert = new RegExp(`insertInto\\('${table}'\\)|insert into ${table}\\b`)
  return path.includes('/server/') && insert.test(text)
}

function reads({ text, path }: File, table: string): boolean {
  return path.includes('/server/') && new RegExp(`selectFrom\\('${table}'\\)|\\bfrom ${table}\\b`).test(text)
}

/**
 * The shortest way over imports of values, or of types too, its ends included, through the fewest nouns of several;
 * else undefined.
 */
function shortest(
  tree: Tree,
  starts: readonly string[],
  isEnd: (file: File) => boolean,
  { types = false } = {},
): readonly string[] | undefined {
  const ways = new Map<string, readonly string[]>(starts.map((start) => [start, [start]]))
  // What is added while it is walked comes after what was there: nearer files first.
  for (const [path, way] of ways) {
    const file = tree.get(path)
    if (!file) continue
    if (isEnd(file)) return way
    for (const { to, isType } of file.imports) {
      const known = ways.get(to)
      const longer = [...way, to]
      const isBetter = known?.length === longer.length && nounsOf(longer) < nounsOf(known)
      if ((types || !isType) && (known === undefined || isBetter)) ways.set(to, longer)
    }
  }
  return undefined
}

const nounsOf = (way: readonly string[]) => new Set(way.map(nounOf)).size

function the<T>(what: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`this tree has no ${what}`)
  return found
}
