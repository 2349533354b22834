import { type File, nounOf } from './tree.ts'

/** What a person asks: on which screen (none for a gate), by which call, and which table's row is written, or only read. */
export type Flow = {
  readonly name: string
  readonly screen: string | null
  readonly endpoint: string
  readonly table: string
  readonly reads?: true
  /** Which of the functions that the handler names; the shortest way of any where it is not said. */
  readonly by?: string
}

export const flows: readonly Flow[] = [
  { name: 'ticket read', screen: 'ticket.read', endpoint: 'readTicket', table: 'ticket', reads: true },
  { name: 'pay', screen: 'payment.creditDebitCard', endpoint: 'pay', table: 'attempt', by: 'payByCard' },
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
  const all = flowsOf(tree, routes, flow.endpoint)
  const starts = all.filter(({ names }) => flow.by === undefined || names.includes(flow.by))
  const work = the(
    `way from ${routes} to ${flow.table}`,
    flow.reads
      ? // The read comes in through a port, of which the flow imports the type.
        shortest(tree, starts, (file) => reads(file, flow.table), { types: true })
      : shortest(tree, starts, (file, names) => writes(file, names, flow.table)),
  )
  const stops = [...toAsk.slice(-1), contract, routes, ...work]
  return { toAsk: toAsk.slice(0, -1), stops, nouns: nounsOf(stops) }
}

function fromPage(tree: Tree, screen: string, endpoint: string, contract: string): readonly string[] {
  return the(
    `way from ${screen} to the call of ${endpoint}`,
    shortest(tree, [{ to: pageOf(tree, screen), names: [] }], ({ imports, text }) =>
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
  return [...tree.values()].find(({ text }) => mountOf(endpoint).test(text))?.path
}

const mountOf = (endpoint: string) => new RegExp(`\\bmount\\(\\s*app,\\s*(?:\\w+\\.)?${endpoint}\\b`)

/** The functions that the handler names, itself or in a function of the same file that it calls, by their files. */
function flowsOf(tree: Tree, routes: string, endpoint: string): Starts {
  const file = the(routes, tree.get(routes))
  const work = withLocals(file.text, handlerOf(file.text, endpoint))
  const values = file.imports.filter(({ to, isType }) => !isType && to.includes('/server/'))
  return values.flatMap(({ to, names }) => {
    const called = names.filter((name) => says(work, name))
    return called.length === 0 ? [] : [{ to, names: called }]
  })
}

const says = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

/** A mount from its name to where its bracket closes. */
function handlerOf(text: string, endpoint: string): string {
  const start = text.search(mountOf(endpoint))
  let open = 0
  for (const { 0: bracket, index } of text.slice(start).matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1
    if (open === 0) return text.slice(start, start + index)
  }
  throw new Error(`the mount of ${endpoint} does not close`)
}

/** The same with the functions of its file that it calls, and those that they call. */
function withLocals(text: string, handler: string): string {
  const locals = functionsIn(text)
  const called = new Set([handler])
  // What is added while it is walked is walked too.
  for (const one of called) for (const { name, body } of locals) if (says(one, name)) called.add(body)
  return [...called].join('\n')
}

function functionsIn(text: string): { name: string; body: string }[] {
  return text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((body) => {
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(body)?.[1]
    return name === undefined ? [] : [{ name, body }]
  })
}

/** Whether a function of these names writes a row. */
function writes({ text, path }: File, names: readonly string[], table: string): boolean {
  const insert = new RegExp(`insertInto\\('${table}'\\)|insert into ${table}\\b`)
  if (!path.includes('/server/') || !insert.test(text)) return false
  const called = functionsIn(text).filter(({ name }) => names.includes(name))
  return called.some(({ body }) => insert.test(withLocals(text, body)))
}

function reads({ text, path }: File, table: string): boolean {
  return path.includes('/server/') && new RegExp(`selectFrom\\('${table}'\\)|\\bfrom ${table}\\b`).test(text)
}

type Starts = readonly { readonly to: string; readonly names: readonly string[] }[]

/**
 * The shortest way over imports of values, or of types too, its ends included, through the fewest nouns of several;
 * else undefined. `isEnd` is asked of a file with what the one before takes from it.
 */
function shortest(
  tree: Tree,
  starts: Starts,
  isEnd: (file: File, names: readonly string[]) => boolean,
  { types = false } = {},
): readonly string[] | undefined {
  let ways: readonly (readonly string[])[] = [[]]
  const known = new Set<string>()
  while (ways.length > 0) {
    const longer = ways.flatMap((way) => {
      const from = way.at(-1)
      const on =
        from === undefined ? starts : (tree.get(from)?.imports ?? []).filter(({ isType }) => types || !isType)
      return on.flatMap(({ to, names }) => {
        const file = tree.get(to)
        return file ? [{ way: [...way, to], isEnd: isEnd(file, names) }] : []
      })
    })
    const fewest = longer.toSorted((a, b) => nounsOf(a.way) - nounsOf(b.way))
    const found = fewest.find((one) => one.isEnd)
    if (found) return found.way
    const further = fewest.filter(({ way }) => !known.has(way.at(-1) ?? ''))
    const next = Map.groupBy(further, ({ way }) => way.at(-1) ?? '')
    for (const path of next.keys()) known.add(path)
    ways = [...next.values()].flatMap(([best]) => (best ? [best.way] : []))
  }
  return undefined
}

const nounsOf = (way: readonly string[]) => new Set(way.map(nounOf)).size

function the<T>(what: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`this tree has no ${what}`)
  return found
}
