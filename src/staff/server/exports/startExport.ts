import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { File } from '#kit/server/http/mount.ts'
import type { Member } from '#session/server/caller.ts'
import { type ExportFormat, exportTypes } from '../../export.ts'
import { isAllowed } from '../../level.ts'
import type { StaffDeps } from '../deps.ts'
import type { Cell } from './cells.ts'
import { csvFile } from './csv.ts'
import type { OpenExport } from './exportOf.ts'
import { exportedRows, type ExportPlaces } from './exportPlaces.ts'
import { xlsxFile } from './xlsx.ts'

type ExportRequest = { list: string; format: ExportFormat; query: unknown; member: Member }
type Deps = StaffDeps & { places: ExportPlaces }

/** A sheet holds 1,048,576 lines. */
const mostSheetRows = 1_000_000

const writers = { csv: csvFile, xlsx: xlsxFile } as const

/**
 * Streams the file, with an audit row at its end. Throws `not_found`, `forbidden`, 422, `period_required`,
 * `too_many_rows`, `export_busy`.
 */
export async function startExport(deps: Deps, { list, format, query, member }: ExportRequest): Promise<File> {
  const { exports, clock, places } = deps
  const found = exports.find((one) => one.list === list)
  if (!found) throw fail('not_found')
  if (!isAllowed(member.level, found.level) || (found.allLots && member.lots !== null))
    throw fail('forbidden')
  const opened = await found.open(deps, query, { member, startedAt: clock.now() })
  const leave = await places.take(member.id)
  try {
    if (format === 'xlsx' && (await opened.count(mostSheetRows + 1)) > mostSheetRows)
      throw fail('too_many_rows')
  } catch (error) {
    await leave()
    throw error
  }
  const content = streamed(deps, opened, { list, format, actor: member.actor, leave })
  return { type: exportTypes[format], content, name: `${opened.fileName}.${format}` }
}

type ExportRun = { list: string; format: ExportFormat; actor: string; leave: () => Promise<void> }
type Outcome = 'exported' | 'export_cancelled' | 'export_failed'

function streamed(deps: Deps, opened: OpenExport, { list, format, actor, leave }: ExportRun): Readable {
  let rows = 0
  let isRecorded = false
  const recordOutcome = (action: Outcome) => {
    isRecorded = true
    const after = { format, filters: opened.filters, rows }
    const entry = { at: deps.clock.now(), actor, subject: 'export', subjectId: list, action } as const
    return transaction(deps.db, (tx) => audit(tx, { ...entry, after }))
  }
  const counted = async function* (): AsyncGenerator<Cell[][]> {
    for await (const batch of opened.batches()) {
      rows += batch.length
      exportedRows.inc({ list, format }, batch.length)
      yield batch
    }
  }
  const file = async function* () {
    yield* writers[format](opened.titles, counted())
    // Before the last byte: a complete file always has its audit row.
    await recordOutcome('exported')
    await leave()
  }
  const content = Readable.from(file(), { objectMode: false })
  const watch = async () => {
    const ending = await endOf(content)
    await leave()
    if (!isRecorded) await recordOutcome(ending)
  }
  watch().catch((error: unknown) => deps.log.error({ err: error, list }, 'the audit row of an export'))
  return content
}

async function endOf(content: Readable): Promise<Outcome> {
  try {
    await finished(content)
    return 'exported'
  } catch (error) {
    const isCancelled = error instanceof Error && 'code' in error && error.code === prematureClose
    return isCancelled ? 'export_cancelled' : 'export_failed'
  }
}

const prematureClose = 'ERR_STREAM_PREMATURE_CLOSE'
