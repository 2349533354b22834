import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Expression } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { formatDay } from '#kit/calendar.ts'
import { dayMs, earlier, isoIn, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { parsePageRequest } from '#kit/paging.ts'
import type { FindSubjectNames } from '#kit/server/auditNames.ts'
import { parseOrInvalid } from '#kit/server/http/mount.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import type { Trails } from '../../auditTerms.ts'
import type { StaffAccess } from '../../level.ts'
import { type TrailNames, findSubjectNames } from '../trailNames.ts'
import { periodOf, operatorTimeZone } from '../lists.ts'
import { type LocalPeriod, localPeriodOf } from '../localPeriod.ts'
import { requestedLots } from '../member.ts'
import { type Cell, type Column, cellOf, columnsFor } from './cells.ts'
import { type Batch, type Order, type RowKey, countRows, inBatches, readBatches } from './readBatches.ts'

/** `day`: in the lot's zone, 'YYYY-MM-DD'. */
export type BookedRow = { readonly id: number; readonly lot_id: number | null; readonly day: string }

export type ExportDeps = {
  readonly db: Db
  readonly trails: Trails
  readonly trailNames: TrailNames
  readonly closingNumbers: (db: Db, booked: readonly BookedRow[]) => Promise<ReadonlyMap<number, number>>
}

/** The query as `searchQuery` parses it. */
type ListQuery = Parameters<typeof parsePageRequest>[0] & {
  readonly from: string | null
  readonly until: string | null
  readonly lot_id?: number | null
}

const filterNames = {
  lot_id: 'Estacionamento',
  from: 'Desde',
  until: 'Até',
  state: 'Situação',
  method: 'Forma',
  acquirer: 'Adquirente',
  statement: 'Extrato',
  standing: 'Situação',
  actor: 'Quem',
  subject: 'Assunto',
  subject_id: 'Referência',
} as const

/** A filter without a name in `filterNames` does not compile. */
type FilterTexts<Query> = {
  readonly [Name in Exclude<keyof Query, keyof ListQuery>]: Name extends keyof typeof filterNames
    ? string | null
    : never
}

type ExportFilters<Query> = {
  readonly query: Query
  readonly q: string
  /** The chosen lot, else the person's lots. */
  readonly lots: VisibleLots
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date
  readonly period: LocalPeriod
  readonly startedAt: Date
}

/** `all` is for a list whose batches would each compute all rows again. */
type Source<Query, Row> =
  | {
      /** `id` and `at` of every row, unordered: one query per index, none where the text matches no row. */
      readonly keys: (
        deps: ExportDeps,
        filters: ExportFilters<Query>,
      ) => Promise<readonly Expression<RowKey>[]>
      /** The default is 'at'. */
      readonly order?: Order
      readonly rows: (
        deps: ExportDeps,
        batch: Batch,
        filters: ExportFilters<Query>,
      ) => Promise<readonly (Row & { readonly id: number })[]>
    }
  /** All rows in the order of the file, 100,000 at most. */
  | { readonly all: (deps: ExportDeps, filters: ExportFilters<Query>) => Promise<readonly Row[]> }

type ExportDefinition<Query, Row> = Source<Query, Row> & {
  readonly list: string
  readonly file: string
  readonly title: string
  readonly screen: string
  readonly level: StaffAccess
  readonly allLots?: true
  /** The query must have a period of at most 400 days. */
  readonly needsPeriod?: true
  /** Extended by `listFilters` (staff/fields.ts) where the list has no period. */
  readonly filters: z.ZodMiniType<Query>
  /** Values of the list's own filters as the audit trail shows them; null where unset. */
  readonly filterTexts: (query: Query, deps: ExportDeps) => FilterTexts<Query>
  readonly columns: readonly Column<Row>[]
  readonly zone: (row: Row) => string
}

export type OpenExport = {
  readonly titles: readonly string[]
  /** 'transacoes-2026-11-01-2026-11-30', without its extension. */
  readonly fileName: string
  /** 'Desde: 01/11/2026; Situação: Paga', without the searched text, which may name a person. */
  readonly filters: string
  /** Counts up to `most`. */
  readonly count: (most: number) => Promise<number>
  readonly batches: () => AsyncGenerator<Cell[][]>
}

export type Export = Pick<
  ExportDefinition<never, never>,
  'list' | 'title' | 'screen' | 'level' | 'allLots'
> & {
  /** Throws 422 and `period_required`. */
  readonly open: (
    deps: ExportDeps,
    query: unknown,
    by: { member: StaffMember; startedAt: Date },
  ) => Promise<OpenExport>
}

const maxPeriodMs = 400 * dayMs

/** Listed in `exports` of the noun's `server/module.ts`. */
export function defineExport<Query extends ListQuery, Row>(declared: ExportDefinition<Query, Row>): Export {
  const { list, title, screen, level, allLots } = declared
  return {
    list,
    title,
    screen,
    level,
    ...(allLots && { allLots }),
    open: async (deps, query, by) => {
      const filters = readFilters(declared, parseOrInvalid(declared.filters, query), by)
      const { count, batches } = await openSource(declared, deps, filters)
      const columns = columnsFor(declared.columns, by.member.level)
      return {
        titles: columns.map((column) => column.title),
        fileName: [declared.file, ...periodDays(filters.query)].join('-'),
        filters: await filtersText(declared, deps, filters.query),
        count,
        batches: async function* () {
          for await (const batch of batches()) {
            // PGlite answers without a turn of the event loop.
            await nextTurn()
            yield batch.map((row) => columns.map((column) => cellOf(column, row, declared.zone(row))))
          }
        },
      }
    },
  }
}

async function openSource<Query, Row>(
  source: Source<Query, Row>,
  deps: ExportDeps,
  filters: ExportFilters<Query>,
) {
  if ('all' in source) {
    const rows = await source.all(deps, filters)
    return { count: async (_most: number) => rows.length, batches: () => inBatches(rows) }
  }
  const keys = await source.keys(deps, filters)
  const read = async (batch: Batch) => {
    const rows = await source.rows(deps, batch, filters)
    return new Map(rows.map((row) => [row.id, row]))
  }
  return {
    count: (most: number) => countRows(deps.db, keys, most),
    batches: () => readBatches(deps.db, { keys, order: source.order ?? 'at' }, read),
  }
}

function readFilters<Query extends ListQuery, Row>(
  { needsPeriod }: ExportDefinition<Query, Row>,
  query: Query,
  { member, startedAt }: { member: StaffMember; startedAt: Date },
): ExportFilters<Query> {
  const { from, until } = periodOf(query)
  const isTooLong = from !== null && until !== null && until.getTime() - from.getTime() > maxPeriodMs
  if (needsPeriod && (from === null || until === null || isTooLong)) throw fail('period_required')
  const afterStart = addMs(startedAt, 1)
  return {
    query,
    q: parsePageRequest(query, 1).q,
    lots: requestedLots(member, query.lot_id ?? null),
    from,
    until: until === null ? afterStart : earlier(until, afterStart),
    period: localPeriodOf(query, afterStart),
    startedAt,
  }
}

function periodDays({ from, until }: ListQuery): string[] {
  return [from, until].flatMap((bound) => (bound === null ? [] : [bound.slice(0, 10)]))
}

/** '2026-03-01' -> '01/03/2026'. An instant has the time of Brasília too. */
function boundText(text: string): string {
  if (text.length === 10) return formatDay(text)
  const wall = isoIn(operatorTimeZone, new Date(text))
  return `${formatDay(wall.slice(0, 10))} ${wall.slice(11, 16)}`
}

async function filtersText<Query extends ListQuery, Row>(
  { filterTexts }: ExportDefinition<Query, Row>,
  deps: ExportDeps,
  query: Query,
): Promise<string> {
  const { from, until, lot_id: lotId = null } = query
  const lot = { subject: 'lot', subject_id: String(lotId) } as const
  const nameOf = await findSubjectNames(deps.db, deps.trailNames, lotId === null ? [] : [lot])
  const values = new Map(
    Object.entries({
      lot_id: lotId === null ? null : nameOf(lot).about,
      from: from && boundText(from),
      until: until && boundText(until),
      ...filterTexts(query, deps),
    }),
  )
  return Object.entries(filterNames)
    .flatMap(([name, title]) => (values.get(name) ? [`${title}: ${values.get(name)}`] : []))
    .join('; ')
}

export function exportNames(exports: readonly Pick<Export, 'list' | 'title'>[]): FindSubjectNames {
  const names = new Map(exports.map(({ list, title }) => [list, { about: title, ref: null }]))
  return async () => names
}
