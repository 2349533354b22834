import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Expression } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { formatDay } from '#kit/calendar.ts'
import { isoIn, addMs } from '#kit/clock.ts'
import type { FindSubjectNames } from '#kit/server/auditNames.ts'
import { parseOrInvalid } from '#kit/server/http/mount.ts'
import type { StaffMember } from '#session/server/caller.ts'
import type { Trails } from '../../auditTerms.ts'
import type { StaffAccess } from '../../level.ts'
import { type TrailNames, findSubjectNames } from '../trailNames.ts'
import { type ListQuery, type Wanted, wantedOf } from '../list/answerList.ts'
import { assertPeriod, type OperatorTimeZone } from '../lists.ts'
import { type Cell, type Column, cellOf, columnsFor } from './cells.ts'
import { type Batch, type Order, type RowKey, countRows, inBatches, readBatches } from './readBatches.ts'

/** `day`: in the lot's zone, 'YYYY-MM-DD'. */
export type BookedRow = { readonly id: number; readonly lot_id: number; readonly day: string }

/** Until when exits of reservations are open, by ticket id. */
type OpenExits = {
  findOpenUntil(db: Db, ticketIds: readonly number[], now: Date): Promise<ReadonlyMap<number, Date>>
}

export type ExportDeps = {
  readonly db: Db
  readonly trails: Trails
  readonly trailNames: TrailNames
  readonly operatorTimeZone: OperatorTimeZone
  readonly reservedStay: OpenExits
  readonly closingNumbers: (db: Db, booked: readonly BookedRow[]) => Promise<ReadonlyMap<number, number>>
}

const filterNames = {
  lot_id: 'Estacionamento',
  from: 'Desde',
  until: 'Até',
  state: 'Situação',
  method: 'Forma',
  acquirer: 'Adquirente',
  source: 'Origem',
  statement: 'Extrato',
  standing: 'Situação',
  partner_id: 'Parceiro',
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

type WantedNow<Query> = Wanted<Query> & { readonly now: Date; readonly member: StaffMember }

export type KeyedRows<Deps, Query, Row> = {
  /** `id` and `at` of every row, unordered: one query per index, none where the text matches no row. */
  readonly keys: (deps: Deps, wanted: WantedNow<Query>) => Promise<readonly Expression<RowKey>[]>
  /** The default is 'at'. */
  readonly order?: Order
  readonly rows: (
    deps: Deps,
    batch: Batch,
    wanted: WantedNow<Query>,
  ) => Promise<readonly (Row & { readonly id: number })[]>
}

/** For a list whose batches would each compute all rows again: all in the order of the file, 100,000 at most. */
type AllRows<Query, Row> = {
  readonly all: (deps: ExportDeps, wanted: WantedNow<Query>) => Promise<readonly Row[]>
}

/** Without a zone of its own a row has the operator's. */
export type ZonedRow = object & { readonly time_zone?: string }

export type FileColumns<Query, Row> = {
  /** Names the file too. */
  readonly title: string
  readonly allLots?: true
  /** The query must have a period of at most 400 days. */
  readonly needsPeriod?: true
  /** Values of the list's own filters as the audit trail shows them; null where unset. */
  readonly filterTexts: (query: Query, deps: ExportDeps) => FilterTexts<Query>
  readonly columns: readonly Column<Row>[]
}

type Source<Query, Row> = KeyedRows<ExportDeps, Query, Row> | AllRows<Query, Row>

type ExportDefinition<Query, Row> = Source<Query, Row> &
  FileColumns<Query, Row> & {
    readonly list: string
    readonly screen: string
    readonly level: StaffAccess
    /** Extends `periodQuery` (staff/fields.ts) where the list has no period. */
    readonly filters: z.ZodMiniType<Query>
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
    by: { member: StaffMember; now: Date },
  ) => Promise<OpenExport>
}

/** Listed in `exports` of the noun's `server/module.ts`. */
export function defineExport<Query extends ListQuery, Row extends ZonedRow>(
  declared: ExportDefinition<Query, Row>,
): Export {
  const { list, title, screen, level, allLots } = declared
  return {
    list,
    title,
    screen,
    level,
    ...(allLots && { allLots }),
    open: async (deps, asked, { member, now }) => {
      const timeZone = await deps.operatorTimeZone()
      const query = parseOrInvalid(declared.filters, asked)
      if (declared.needsPeriod) assertPeriod(query, timeZone)
      const wanted = { ...wantedOf(query, member, { before: addMs(now, 1), timeZone }), now, member }
      const { count, batches } = await openSource(declared, deps, wanted)
      const columns = columnsFor(declared.columns, member.level)
      return {
        titles: columns.map((column) => column.title),
        fileName: [fileNameOf(title), ...periodDays(query)].join('-'),
        filters: await filtersText(declared, deps, { query, timeZone }),
        count,
        batches: async function* () {
          for await (const batch of batches()) {
            // PGlite answers without a turn of the event loop.
            await nextTurn()
            yield batch.map((row) => columns.map((column) => cellOf(column, row, row.time_zone ?? timeZone)))
          }
        },
      }
    },
  }
}

async function openSource<Query, Row>(
  source: Source<Query, Row>,
  deps: ExportDeps,
  wanted: WantedNow<Query>,
) {
  if ('all' in source) {
    const rows = await source.all(deps, wanted)
    return { count: async (_most: number) => rows.length, batches: () => inBatches(rows) }
  }
  const keys = await source.keys(deps, wanted)
  return {
    count: (most: number) => countRows(deps.db, keys, most),
    batches: () =>
      readBatches(deps.db, { keys, order: source.order ?? 'at' }, (batch) =>
        source.rows(deps, batch, wanted),
      ),
  }
}

/** 'Linhas de fechamento' -> 'linhas-de-fechamento' */
function fileNameOf(title: string): string {
  return title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-')
}

function periodDays({ from, until }: ListQuery): string[] {
  return [from, until].flatMap((bound) => (bound ? [bound.slice(0, 10)] : []))
}

/** '2026-03-01' -> '01/03/2026'. An instant has its time too. */
function boundText(text: string, timeZone: string): string {
  if (text.length === 10) return formatDay(text)
  const wall = isoIn(timeZone, new Date(text))
  return `${formatDay(wall.slice(0, 10))} ${wall.slice(11, 16)}`
}

async function filtersText<Query extends ListQuery, Row>(
  { filterTexts }: ExportDefinition<Query, Row>,
  deps: ExportDeps,
  { query, timeZone }: { query: Query; timeZone: string },
): Promise<string> {
  const { from, until, lot_id: lotId = null } = query
  const lot = { subject: 'lot', subject_id: String(lotId) } as const
  const nameOf = await findSubjectNames(deps.db, deps.trailNames, lotId === null ? [] : [lot])
  const values = new Map(
    Object.entries({
      lot_id: lotId === null ? null : nameOf(lot).about,
      from: from && boundText(from, timeZone),
      until: until && boundText(until, timeZone),
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
