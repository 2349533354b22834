import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Guard, mountFile, type FileReply } from '#kit/server/http/mount.ts'
import type { PortalCaller, StaffMember } from '#session/server/caller.ts'
import type { StaffDeps } from '../deps.ts'
import { memberOf } from '../member.ts'
import { limitConcurrentExports, exportedRows, type StartExport } from './concurrentExports.ts'
import * as z from 'zod/mini'
import { markup } from '#kit/markup.ts'
import type { Export, OpenExport } from './defineExport.ts'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type ExportFormat, exportList, exportTypes } from '../../contract.ts'
import { isAllowed } from '../../level.ts'
import type { Cell } from './cells.ts'
import { csvFile } from './csv.ts'
import { inPieces } from './inPieces.ts'
import { xlsxFile } from './xlsx.ts'

/** docs/back-office.md#exports */
export function exportRoutes(app: FastifyInstance, deps: StaffDeps, portal: Guard<PortalCaller>): void {
  const takeSlot = limitConcurrentExports(deps)
  void app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) =>
      refusalPage(deps.exports, { request, reply, payload }),
    )
    mountFile(scope, exportList, portal, ({ params, query }, caller) =>
      startExport({ ...deps, takeSlot }, { ...params, query, member: memberOf(caller) }),
    )
  })
}

const refusal = z.object({ message: z.string() })
const listParam = z.object({ list: z.string() })

function refusalPage(
  exports: readonly Export[],
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown },
): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload
  if (request.headers.accept?.includes('text/html') !== true) return payload
  const { message } = z.parse(refusal, JSON.parse(payload))
  const list = listParam.safeParse(request.params).data?.list
  const screen = exports.find((one) => one.list === list)?.screen ?? '/staff'
  const [, query] = request.url.split('?')
  const back = `/#${screen}${query ? `?${query}` : ''}`
  reply.type('text/html; charset=utf-8')
  return markup`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Exportar</title></head>
<body><main><h1>Exportar</h1><p>${message}</p><p><a href="${back}">Voltar</a></p></main></body>
</html>`.html
}

type ExportRequest = { list: string; format: ExportFormat; query: unknown; member: StaffMember }
type Deps = StaffDeps & { takeSlot: StartExport }

/** A sheet of Excel holds 1,048,576 rows. */
const maxSheetRows = 1_000_000

/** A reader that takes nothing for so long has left, and frees its place. */
const stallMs = 30_000

const writers = { csv: csvFile, xlsx: xlsxFile } as const

/**
 * Streams the file and records its end in the audit trail. Throws `not_found`, `forbidden`, 422, `period_required`,
 * `too_many_rows`, `export_busy`.
 */
async function startExport(deps: Deps, { list, format, query, member }: ExportRequest): Promise<FileReply> {
  const { exports, clock, takeSlot } = deps
  const found = exports.find((one) => one.list === list)
  if (!found) throw fail('not_found')
  if (!isAllowed(member.level, found.level) || (found.allLots && member.lots !== null))
    throw fail('forbidden')
  const opened = await found.open(deps, query, { member, now: clock.now() })
  const release = await takeSlot(member.id)
  try {
    if (format === 'xlsx' && (await opened.count(maxSheetRows + 1)) > maxSheetRows)
      throw fail('too_many_rows')
  } catch (error) {
    await release()
    throw error
  }
  const content = streamFile(deps, opened, { list, format, actor: member.actor, release })
  return { type: exportTypes[format], content, name: `${opened.fileName}.${format}` }
}

type ExportRun = { list: string; format: ExportFormat; actor: string; release: () => Promise<void> }
type Outcome = 'exported' | 'export_cancelled' | 'export_failed'

function streamFile(deps: Deps, opened: OpenExport, { list, format, actor, release }: ExportRun): Readable {
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
    await release()
  }
  const content: Readable = Readable.from(
    inPieces(file(), stallMs, () => content.destroy()),
    { objectMode: false },
  )
  finished(content)
    .then(
      () => 'exported' as const,
      (error: unknown) => (isPrematureClose(error) ? 'export_cancelled' : 'export_failed'),
    )
    .then(async (ending) => {
      await release()
      if (!isRecorded) await recordOutcome(ending)
    })
    .catch((error: unknown) => deps.log.error({ err: error, list }, 'the audit row of an export'))
  return content
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
