import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Clock } from '#kit/clock.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import type { pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { StaffAccess } from '../../level.ts'
import {
  defineExport,
  type Export,
  type ExportDeps,
  type FileColumns,
  type KeyedRows,
  type ZonedRow,
} from './defineExport.ts'
import { type Order, readPage } from './readBatches.ts'
import { assertPeriod, brasiliaTimeZone } from '../lists.ts'
import { answerList, type ListCall, type ListQuery } from '../list/answerList.ts'

type PageReply<Wire> = ReturnType<typeof pagedList<Wire>>

type StaffEndpoint<Query> = Pick<Endpoint, 'path'> & {
  readonly access: StaffAccess
  readonly query: z.ZodMiniType<Query>
}

type ListEndpoint<Query, Wire> = Endpoint &
  StaffEndpoint<Query> & { readonly reply: z.ZodMiniType<unknown, PageReply<Wire>> }

type ReadDeps = Pick<ExportDeps, 'db'>

type ListDefinition<Query, Row, Wire> = KeyedRows<ReadDeps, Query, Row> &
  FileColumns<Query, Row> & {
    readonly endpoint: ListEndpoint<Query, Wire>
    /** The file's, if none is given. */
    readonly screenOrder?: Order
    readonly screenNeedsPeriod?: true
    readonly wire: (row: Row, now: Date) => Wire
    /** Adds what only the rows of the file are asked for; the default adds nothing. */
    readonly fileRows?: (deps: ExportDeps, rows: readonly Row[], now: Date) => Promise<readonly Row[]>
  }

type PageDeps = ReadDeps & { readonly clock: Clock }

type List<Query, Wire> = Export & {
  readonly endpoint: ListEndpoint<Query, Wire>
  /** Throws 422, `period_required`, `not_found` for another lot. */
  readonly answer: (deps: PageDeps, call: ListCall<Query>) => Promise<PageReply<Wire>>
}

/** '/api/staff/disputes' is the list 'disputes' of the screen '/staff/disputes'. */
export function ofEndpoint<Query>({ path, access, query }: StaffEndpoint<Query>) {
  const screen = path.slice('/api'.length)
  return { list: path.slice('/api/staff/'.length), screen, level: access, filters: query }
}

/** One declaration of the screen's pages and of the file; listed in `exports` of the noun's `server/module.ts`. */
export function defineList<Query extends ListQuery, Row extends ZonedRow & { readonly id: number }, Wire>(
  list: ListDefinition<Query, Row, Wire>,
): List<Query, Wire> {
  const { endpoint, order = 'at', screenOrder = order, fileRows = async (_deps, rows) => rows } = list
  return {
    ...defineExport({
      ...list,
      ...ofEndpoint(endpoint),
      rows: async (deps: ExportDeps, batch, wanted) =>
        fileRows(deps, await list.rows(deps, batch, wanted), wanted.now),
    }),
    endpoint,
    answer: async ({ db, clock }, call) => {
      if (list.screenNeedsPeriod) assertPeriod(call.query, brasiliaTimeZone)
      const now = clock.now()
      return answerList(endpoint, call, async (asked) => {
        const wanted = { ...asked, now }
        const keys = await list.keys({ db }, wanted)
        const found = await readPage(db, { ...asked, keys, order: screenOrder }, (batch) =>
          list.rows({ db }, batch, wanted),
        )
        return { ...found, rows: found.rows.map((row) => list.wire(row, now)) }
      })
    },
  }
}

/** Adds the route of a list. */
export function mountList<Query extends ListQuery, Wire>(
  app: FastifyInstance,
  deps: PageDeps,
  portal: Guard<PortalCaller>,
  { endpoint, answer }: List<Query, Wire>,
): void {
  mount(app, endpoint, portal, ({ query }, caller) => answer(deps, { query, caller }))
}
