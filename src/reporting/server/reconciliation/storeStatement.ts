import { createHash } from 'node:crypto'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { UploadedFile } from '#kit/server/http/upload.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { findColumns, isPixOnly } from '../../statement/columns.ts'
import { parseLines, type StatementLine } from '../../statement/parseLines.ts'
import type { ReportingDeps } from '../deps.ts'
import { parseStatementCsv } from './parseStatementCsv.ts'
import { insertLines, insertStatement, storeCompanies, matchLines, statementBySha256 } from './store.ts'

export const maxStatementBytes = 5 * 1024 * 1024

/**
 * Matches lines to attempts. The same file again answers the stored statement. Throws 422 that names
 * unreadable lines.
 */
export async function storeStatement(deps: ReportingDeps, file: UploadedFile | null, by: StaffMember) {
  const { db, clock, acquirers } = deps
  if (file === null || file.content.length === 0)
    throw invalid({ statement: ['Escolha o arquivo do extrato.'] })
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const { lines, isPix } = parseStatement(file.content)
  const days = saleDays(lines)
  const statement = {
    name: cleanFileName(file.name),
    sha256,
    from_day: days[0] ?? '',
    to_day: days[days.length - 1] ?? '',
    line_count: new Set(lines.map(({ n }) => n)).size,
    uploaded_by: by.id,
    uploaded_at: clock.now(),
  }
  return transaction(db, async (tx) => {
    const id = await insertStatement(tx, statement)
    if (id !== null) {
      await insertLines(tx, id, lines)
      await matchLines(tx, id)
      await storeCompanies(tx, id, acquirersOffering(acquirers, isPix))
      const of = { subject: 'statement', subjectId: String(id), action: 'uploaded' } as const
      await audit(tx, { at: statement.uploaded_at, actor: by.actor, ...of, after: { name: statement.name } })
    }
    return statementBySha256(tx, sha256)
  })
}

/** A cancellation has the day of its sale. */
function saleDays(lines: readonly StatementLine[]): string[] {
  const sales = new Map(lines.flatMap(({ n, kind, day }) => (kind === 'capture' ? [[n, day]] : [])))
  return lines.map(({ n, day }) => sales.get(n) ?? day).toSorted()
}

function cleanFileName(given: string): string {
  const name = [...given.replace(/[\p{Cc}\p{Cs}]/gu, '')].slice(0, 120).join('')
  return name || 'extrato.csv'
}

/** Throws 422. `isPix`: the columns are those of a bank's Pix file. */
function parseStatement(content: Buffer) {
  const rows = parseStatementCsv(content)
  if (rows === null) throw invalid({ statement: ['O arquivo não é um CSV que se possa ler.'] })
  const { lines, problems } = parseLines(rows)
  if (problems.length > 0) throw invalid({ statement: [problems.join(' ')] })
  return { lines, isPix: isPixOnly(findColumns(rows[0]?.cells ?? [])) }
}

function acquirersOffering({ all }: Pick<Acquirers, 'all'>, isPix: boolean): string[] {
  return Object.entries(all).flatMap(([name, { offers }]) =>
    offers.some((offered) => (offered === 'pix') === isPix) ? [name] : [],
  )
}
