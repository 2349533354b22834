import { relative, resolve } from 'node:path'
import { screenChunks } from './screenChunks.ts'

type Pages = ReturnType<typeof screenChunks>

type Graph = {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

type Part = {
  readonly name: string
  /** Modules of this chunk, with all their imports, besides the pages whose rows name the chunk. */
  readonly of?: readonly string[]
  /** The chunk also has the own modules of its only page, so that the price's screen loads one file. */
  readonly withPage?: true
  /** The chunk's styles are in the page's first sheet, which loads before the script. */
  readonly styledFirst?: true
}

const entry = 'src/app/web/main.tsx'

/** The chunks in the order of need: a module belongs to the first one that needs it. */
const parts: readonly Part[] = [
  // With its styles in the page, the dialog of free spaces is one more file only.
  { name: 'base', of: [entry, 'src/site/web/Spaces.module.css'] },
  // Calls to the server and the session's watch; small modules would be a file each.
  {
    name: 'calls',
    of: [
      'src/session/web/sessionCheck/watchSession.ts',
      'src/session/web/waitForSession.ts',
      'src/session/web/leaveToMenu.ts',
      'src/kit/web/call/useCall.ts',
      'src/kit/web/call/useOneAtATime.ts',
      // Calls of an account name a ticket.
      'src/checkout/ticketCode.ts',
    ],
  },
  // Dialogs and messages over screens load right after the first paint.
  {
    name: 'over',
    of: [
      'src/app/web/frame/GlobalOverlays.tsx',
      'src/site/web/consent/analytics.ts',
      'src/kit/web/dialog/confirm.tsx',
      'src/kit/web/notice/Callout.tsx',
    ],
    styledFirst: true,
  },
  // Fields, choices and lists of many screens, which then need no chunk of a step.
  {
    name: 'form',
    of: ['src/kit/web/form/Form.tsx', 'src/kit/web/form/fields.tsx', 'src/kit/web/form/PasswordField.tsx'],
    styledFirst: true,
  },
  { name: 'select', of: ['src/kit/web/select/RemoteSelect.tsx'] },
  // The price's screen is one file, with what the search fetches.
  { name: 'ticket', of: ['src/ticket/web/searchTicket.tsx'], withPage: true, styledFirst: true },
  // A file of its own would be one more request for a person who creates an account.
  { name: 'payer', of: ['src/account/web/create/useRedirectSignedIn.ts'], styledFirst: true },
  { name: 'address' },
  { name: 'access', styledFirst: true },
  // The desk's first page needs these, and nothing of `own`.
  {
    name: 'list',
    of: [
      'src/kit/web/list/List.tsx',
      'src/kit/web/list/Item.tsx',
      'src/kit/web/call/LoadView.tsx',
      // The menu names a person's shop.
      'src/partner/web/ownShop.ts',
    ],
  },
  { name: 'own' },
  // Every screen of a payment needs it.
  { name: 'way', of: ['src/reservation/web/pay/subjectOf.tsx'] },
  { name: 'paying' },
  { name: 'shop' },
]

/** The first screens import schemas of which the build leaves nothing in them, and the graph does not show that. */
const withCalls = 'node_modules/zod/'

/**
 * Gives each module its chunk: that of the first step from whose pages it is reached, where another page reaches it
 * too. A module of one page only stays with that page. The pages of a step are the rows of `web/screens.ts` that name it.
 */
export function chunksOf(root: string): (id: string, graph: Graph) => string | null {
  const pages = screenChunks(root)
  const unknown = [...pages.keys()].find((chunk) => !parts.some(({ name }) => name === chunk))
  if (unknown !== undefined)
    throw new Error(`a screen names the chunk ${unknown}, which tools/build/chunks.ts does not have`)
  let chunks: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    chunks ??= assignChunks(root, pages, graph)
    return chunks.get(id) ?? null
  }
}

function assignChunks(root: string, pages: Pages, graph: Graph): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>()
  const main = resolve(root, entry)
  const { roots, reachedBy } = findRoots(main, graph)
  const missing = parts
    .flatMap(({ of = [] }) => of)
    .find((module) => !graph.getModuleInfo(resolve(root, module)))
  if (missing !== undefined)
    throw new Error(`tools/build/chunks.ts names ${missing}, which the build does not have`)
  for (const { name, of = [], withPage = false, styledFirst = false } of parts) {
    const whole = [...of.map((module) => resolve(root, module)), ...(withPage ? (pages.get(name) ?? []) : [])]
    const assign = (id: string) => {
      if (chunks.has(id) || (roots.has(id) && !whole.includes(id)) || id === main) return
      const first = styledFirst && id.endsWith('.css')
      chunks.set(id, relative(root, id).startsWith(withCalls) ? 'calls' : first ? 'base' : name)
    }
    for (const module of whole) reach(module, graph).forEach(assign)
    const shared = (id: string) => (reachedBy.get(id) ?? 0) > 1
    for (const page of pages.get(name) ?? []) [...reach(page, graph)].filter(shared).forEach(assign)
  }
  return chunks
}

/** Finds the modules that load by themselves, and how many of them reach each module. */
function findRoots(
  main: string,
  graph: Graph,
): { roots: ReadonlySet<string>; reachedBy: ReadonlyMap<string, number> } {
  const reachedBy = new Map<string, number>()
  const roots = new Set([main])
  for (const root of roots)
    for (const id of reach(root, graph)) {
      reachedBy.set(id, (reachedBy.get(id) ?? 0) + 1)
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(next)
    }
  return { roots, reachedBy }
}

/** A module and all its static imports. */
function reach(module: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([module])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
