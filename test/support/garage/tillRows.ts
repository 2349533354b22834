import type { PortalClient } from '../client.ts'
import { must } from '../flow.ts'
import type { TestPortal } from '../portal.ts'
import { openTill, take, takeIdOf } from './till.ts'

type Counters = {
  /** By the level of the person who opened or took it. */
  readonly tills: Readonly<Record<number, number>>
  readonly takes: Readonly<Record<number, number>>
}
type Scene = Counters & { readonly lot: number; readonly ticket: string }

/** A till of each person in a lot, with a take. */
export async function openCounters(
  portal: Pick<TestPortal, 'openTicket'>,
  lot: number,
  people: Readonly<Record<number, PortalClient>>,
): Promise<Counters> {
  const tills: Record<number, number> = {}
  const takes: Record<number, number> = {}
  for (const [level, client] of Object.entries(people)) {
    tills[Number(level)] = await openTill(client, 100, lot)
    const taken = await take(client, await portal.openTicket(130, lot), { value: lot === 1 ? 7 : 13 })
    takes[Number(level)] = takeIdOf(must(taken))
  }
  return { tills, takes }
}

const tickets = '/api/staff/tickets'
const tills = '/api/staff/tills'
const reason = 'Pedido do cliente'

/** The calls of tills in the matrix of lots (src/app/server/lotsOfStaff.test.ts). */
export const tillRows = {
  'GET /api/staff/tickets/:id/take': { thing: ({ ticket }: Scene) => `${tickets}/${ticket}/take` },
  'POST /api/staff/tickets/:id/take': {
    thing: ({ ticket }: Scene) => `${tickets}/${ticket}/take`,
    body: () => ({ method: 'cash', value: 1 }),
  },
  'POST /api/staff/till_takes/:id/undo': {
    thing: (scene: Scene, level: number) => `/api/staff/till_takes/${scene.takes[level]}/undo`,
    body: () => ({ reason }),
  },
  'GET /api/staff/tills': { list: tills },
  'GET /api/staff/tills/own': {
    names: ({ lot }: Scene) => (lot === 1 ? 'Garagem Centro' : 'Shopping Norte'),
    path: `${tills}/own`,
  },
  'POST /api/staff/tills': { thing: () => tills, body: ({ lot }: Scene) => ({ lot_id: lot, float: 1 }) },
  'GET /api/staff/tills/:id/edit': {
    thing: (scene: Scene, level: number) => `${tills}/${scene.tills[level]}/edit`,
  },
  'POST /api/staff/tills/:id/movements': {
    thing: (scene: Scene, level: number) => `${tills}/${scene.tills[level]}/movements`,
    body: () => ({ kind: 'deposit', value: 1, reason }),
  },
  'POST /api/staff/tills/:id/close': {
    thing: (scene: Scene, level: number) => `${tills}/${scene.tills[level]}/close`,
    body: () => ({ counted: 1 }),
  },
  'POST /api/staff/tills/:id/reason': {
    thing: (scene: Scene, level: number) => `${tills}/${scene.tills[level]}/reason`,
    body: () => ({ reason }),
  },
} as const
