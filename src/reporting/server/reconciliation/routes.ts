import type { FastifyInstance } from 'fastify'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { mountUpload } from '#kit/server/http/upload.ts'
import type { Member, PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../reconciliation.ts'
import type { ReportingDeps } from '../deps.ts'
import { memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'
import { type Compared, comparedPage, comparedTotals } from './compare.ts'
import { storeStatement, statementBytes } from './storeStatement.ts'
import { deleteStatement, type Statement, statementById, statementPage } from './store.ts'

/** docs/back-office.md#conciliação */
export function reconciliationRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>) {
  mount(app, contract.listStatements, portal, async ({ query }) => {
    const request = requestedPage(query, 20)
    const list = await statementPage(deps.db, request)
    return pagedList({ ...list, rows: list.rows.map(wireStatement) }, request, contract.listStatements.path)
  })
  const wanted = { guard: portal, field: 'statement', maxBytes: statementBytes }
  mountUpload(app, contract.uploadStatement, wanted, async ({ file }, caller) =>
    editedReply(wireStatement(await storeStatement(deps, file, memberOf(caller)))),
  )
  mount(app, contract.readStatement, portal, async ({ params: { id } }) => {
    const statement = wireStatement(await known(deps, id))
    return editedReply({ ...statement, totals: await comparedTotals(deps.db, id) })
  })
  mount(app, contract.compareStatement, portal, async ({ params: { id }, query }) => {
    await known(deps, id)
    const request = requestedPage(query, 50)
    const found = await comparedPage(deps.db, { ...request, id, standing: query.standing })
    const path = `/api/staff/statements/${id}/lines`
    return pagedList({ rows: found.rows.map(wireCompared), total: found.total }, request, path)
  })
  mount(app, contract.removeStatement, portal, async ({ params: { id } }, caller) => {
    await remove(deps, id, memberOf(caller))
    return { data: { deleted: true } }
  })
}

async function known({ db }: ReportingDeps, id: number): Promise<Statement> {
  const statement = await statementById(db, id)
  if (!statement) throw fail('not_found')
  return statement
}

async function remove({ db, clock }: ReportingDeps, id: number, by: Member): Promise<void> {
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

function wireCompared({ said, known, fee, ...row }: Compared): contract.WireCompared {
  const reais = (cents: number | null) => (cents === null ? null : toReais(cents))
  return { ...row, in_statement: reais(said), in_ledger: reais(known), fee: reais(fee) }
}
