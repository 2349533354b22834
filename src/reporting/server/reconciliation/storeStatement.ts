import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { Tx } from '#db/schema.ts'
import { invalid } from '#kit/fail.ts'
import type { ActionOf } from '#kit/auditTerms.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { UploadedFile } from '#kit/server/http/upload.ts'
import type { Member } from '#session/server/caller.ts'
import { maxLines, readLines, type StatementLine } from '../../readLines.ts'
import type { ReportingDeps } from '../deps.ts'
import {
  insertLines,
  insertStatement,
  matchLines,
  type Statement,
  statementById,
  statementBySha,
} from './store.ts'

export const statementBytes = 5 * 1024 * 1024

/**
 * Stores a statement and matches its lines to attempts. The same file again answers the stored one. Throws 422 that
 * names unreadable lines.
 */
export async function storeStatement(
  { db, clock }: ReportingDeps,
  file: UploadedFile | null,
  by: Member,
): Promise<Statement> {
  if (file === null || file.content.length === 0)
    throw invalid({ statement: ['Escolha o arquivo do extrato.'] })
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const lines = linesOf(file.content)
  const days = lines.map(({ day }) => day).toSorted()
  const statement = {
    name: nameOf(file.name),
    sha256,
    fromDay: days[0] ?? '',
    toDay: days[days.length - 1] ?? '',
    lineCount: lines.length,
    uploadedBy: by.id,
    now: clock.now(),
  }
  return transaction(db, async (tx) => {
    const id = await insertStatement(tx, statement)
    if (id === null) return must(await statementBySha(tx, sha256))
    await insertLines(tx, id, lines)
    await matchLines(tx, id)
    await auditStatement(tx, { id, action: 'uploaded', name: statement.name, by, now: statement.now })
    return must(await statementById(tx, id))
  })
}

/** Cut between characters, without control characters. */
function nameOf(given: string): string {
  const name = [...given.replace(/[\p{Cc}\p{Cs}]/gu, '')].slice(0, 120).join('')
  return name || 'extrato.csv'
}

function linesOf(content: Buffer): readonly StatementLine[] {
  const { lines, problems } = readLines(rowsOf(content))
  if (problems.length > 0) throw invalid({ statement: [problems.join(' ')] })
  return lines
}

/** Delimiter by the heading; Latin-1 where it is not UTF-8. */
function rowsOf(content: Buffer): string[][] {
  const utf8 = content.toString('utf8')
  const text = utf8.includes('\uFFFD') ? content.toString('latin1') : utf8
  const heading = text.split('\n', 1)[0] ?? ''
  const delimiter = heading.split(';').length > heading.split(',').length ? ';' : ','
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      bom: true,
      // One more than the limit, to detect longer files.
      to: maxLines + 2,
      skip_empty_lines: true,
      relax_column_count: true,
    })
    return rows
  } catch {
    throw invalid({ statement: ['O arquivo não é um CSV que se possa ler.'] })
  }
}

type Change = { id: number; action: ActionOf<'statement'>; name: string; by: Member; now: Date }

export async function auditStatement(tx: Tx, { id, action, name, by, now }: Change): Promise<void> {
  await audit(tx, {
    at: now,
    actor: by.actor,
    subject: 'statement',
    subjectId: String(id),
    action,
    before: null,
    after: { name },
  })
}

function must(statement: Statement | undefined): Statement {
  if (!statement) throw new Error('a statement that was just written is not there')
  return statement
}
