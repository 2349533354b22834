import { createHash } from 'node:crypto'
import type { Acquirers } from '#acquirer/acquirers.ts'
import { invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { UploadedFile } from '#kit/server/http/upload.ts'
import type { StaffMember } from '#session/server/caller.ts'
import type { ReportingDeps } from '../deps.ts'
import { parseInWorker } from './file/parseInWorker.ts'
import { insertLines, insertStatement, storeCompanies, matchLines, statementBySha256 } from './store.ts'

/**
 * Matches lines to attempts. The same file again answers the stored statement. Throws 422 where no row is
 * understood.
 */
export async function storeStatement(deps: ReportingDeps, file: UploadedFile | null, by: StaffMember) {
  const { db, clock, acquirers } = deps
  if (file === null || file.content.length === 0)
    throw invalid({ statement: ['Escolha o arquivo do extrato.'] })
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const parsed = await parseInWorker(file.content)
  if (typeof parsed === 'string') throw invalid({ statement: [parsed] })
  const { days, otherOut } = parsed
  const statement = {
    name: cleanFileName(file.name),
    sha256,
    from_day: days.from,
    to_day: days.to,
    line_count: parsed.lineCount,
    row_count: parsed.rowCount,
    other_out_count: otherOut.count,
    other_out_cents: otherOut.cents,
    unread: parsed.unread,
    uploaded_by: by.id,
    uploaded_at: clock.now(),
  }
  return transaction(db, async (tx) => {
    const id = await insertStatement(tx, statement)
    if (id !== null) {
      for (const lines of parsed.batches) await insertLines(tx, id, lines)
      await matchLines(tx, id)
      await storeCompanies(tx, id, acquirersOffering(acquirers, parsed.isPix))
      const of = { subject: 'statement', subjectId: String(id), action: 'uploaded' } as const
      await audit(tx, { at: statement.uploaded_at, actor: by.actor, ...of, after: { name: statement.name } })
    }
    return statementBySha256(tx, sha256)
  })
}

function cleanFileName(given: string): string {
  const name = [...given.replace(/[\p{Cc}\p{Cs}]/gu, '')].slice(0, 120).join('')
  return name || 'extrato.csv'
}

function acquirersOffering({ all }: Pick<Acquirers, 'all'>, isPix: boolean): string[] {
  return Object.entries(all).flatMap(([name, { offers }]) =>
    offers.some((offered) => (offered === 'pix') === isPix) ? [name] : [],
  )
}
