import type { FastifyInstance } from 'fastify'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { mountUpload } from '#kit/server/http/upload.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../reconciliation.ts'
import type { ReportingDeps } from '../deps.ts'
import { memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'
import { type ComparedRow, findComparedPage, sumByStatus } from './comparedRows.ts'
import { storeStatement } from './storeStatement.ts'
import {
  countStatementRows,
  deleteStatement,
  type Statement,
  statementById,
  searchStatements,
} from './store.ts'

/** docs/back-office.md#conciliação */
export function reconciliationRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>) {
  mount(app, contract.listStatements, portal, async ({ query }) => {
    const request = parsePageRequest(query, 20)
    const list = await searchStatements(deps.db, request)
    return pagedList({ ...list, rows: list.rows.map(wireStatement) }, request, contract.listStatements.path)
  })
  const wanted = { guard: portal, field: 'statement', maxBytes: contract.maxStatementBytes }
  mountUpload(app, contract.uploadStatement, wanted, async ({ file }, caller) =>
    editedReply(wireStatement(await storeStatement(deps, file, memberOf(caller)))),
  )
  mount(app, contract.readStatement, portal, async ({ params: { id } }) => {
    const statement = await requireStatement(deps, id)
    const [totals, counts] = [await sumByStatus(deps.db, id), await countStatementRows(deps.db, id)]
    return editedReply({ ...wireStatement(statement), totals, ...counts })
  })
  mount(app, contract.compareStatement, portal, async ({ params: { id }, query }) => {
    await requireStatement(deps, id)
    const request = parsePageRequest(query, 50)
    const found = await findComparedPage(deps.db, { ...request, id, standing: query.standing })
    const path = `/api/staff/statements/${id}/lines`
    return pagedList({ rows: found.rows.map(wireComparedRow), total: found.total }, request, path)
  })
  mount(app, contract.removeStatement, portal, async ({ params: { id } }, caller) => {
    await removeStatement(deps, id, memberOf(caller))
    return { data: { deleted: true } }
  })
}

async function requireStatement({ db }: ReportingDeps, id: number): Promise<Statement> {
  const statement = await statementById(db, id)
  if (!statement) throw fail('not_found')
  return statement
}

async function removeStatement({ db, clock }: ReportingDeps, id: number, by: StaffMember): Promise<void> {
  await transaction(db, async (tx) => {
    const gone = await deleteStatement(tx, id)
    if (!gone) throw fail('not_found')
    const of = { subject: 'statement', subjectId: String(id), action: 'removed' } as const
    await audit(tx, { at: clock.now(), actor: by.actor, ...of, after: { name: gone.name } })
  })
}

function wireStatement({ line_count: lines, uploader, uploaded_at: at, ...statement }: Statement) {
  return { ...statement, lines, uploaded_by: uploader, created_at: isoIn('America/Sao_Paulo', at) }
}

function wireComparedRow({
  statement_cents,
  ledger_cents,
  fee,
  ...row
}: ComparedRow): contract.WireComparedRow {
  const reais = (cents: number | null) => (cents === null ? null : toReais(cents))
  return { ...row, in_statement: reais(statement_cents), in_ledger: reais(ledger_cents), fee: reais(fee) }
}
