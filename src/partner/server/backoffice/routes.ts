import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { PortalCaller, StaffMember } from '#session/server/caller.ts'
import { exportTypes } from '#staff/contract.ts'
import { xlsxFile } from '#staff/server/exports/xlsx.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import * as contract from '../../backoffice.ts'
import type { PartnerDeps } from '../deps.ts'
import { addPartner, changePartner, type Editor, removePartner } from '../flow/changePartner.ts'
import { addPerson, removeInvitation, removePerson } from '../flow/changePeople.ts'
import { createCodes } from '../flow/desk.ts'
import {
  readStatementLines,
  statementCells,
  statementCsv,
  statementTitles,
  sumStatement,
  wireStatementSums,
} from '../statement.ts'
import { requirePartner, searchPartners } from '../store.ts'
import { readPartner, wirePartnerRow } from './view.ts'

/** docs/back-office.md#convênios */
export function partnerRoutes(app: FastifyInstance, deps: PartnerDeps, portal: Guard<PortalCaller>): void {
  const { db, clock } = deps
  const file = async (id: number, caller: PortalCaller) =>
    editedReply(await readPartner(deps, id, memberOf(caller)))
  const change: ChangePartner = async (id, caller, run) => {
    const by = { ...memberOf(caller), now: clock.now() }
    await transaction(db, (tx) => run(tx, by))
    return file(id, caller)
  }
  mount(app, contract.listPartners, portal, ({ query }, caller) =>
    answerList(contract.listPartners, { query, caller }, async ({ member: { lots }, ...wanted }) => {
      const found = await searchPartners(db, { ...wanted, lotId: query.lot_id, lots })
      const names = await readLotNames(db)
      return { ...found, rows: found.rows.map((row) => wirePartnerRow(row, names)) }
    }),
  )
  mount(app, contract.openPartner, portal, ({ params }, caller) => file(params.id, caller))
  mount(app, contract.createPartner, portal, async ({ body }, caller) => {
    const by = { ...memberOf(caller), now: clock.now() }
    return file(await transaction(db, (tx) => addPartner(tx, body, by)), caller)
  })
  mount(app, contract.updatePartner, portal, ({ params: { id }, body }, caller) =>
    change(id, caller, (tx, by) => changePartner(tx, id, body, by)),
  )
  mount(app, contract.deletePartner, portal, async ({ params: { id } }, caller) => {
    const by = { ...memberOf(caller), now: clock.now() }
    await withCurrentOnConflict(
      () => transaction(db, (tx) => removePartner(tx, id, by)),
      () => file(id, caller),
    )
    return { data: { deleted: true as const } }
  })
  mount(app, contract.createPartnerCodes, portal, async ({ params, body }, caller) => {
    const { benefit_id: benefitId, count, valid_until: validUntil } = body
    const batch = { partnerId: params.id, benefitId, count, validUntil }
    const { partner, benefit, codes, ...made } = await createCodes(deps, batch, memberOf(caller))
    const { timeZone } = made
    const valid_until = isoIn(timeZone, made.validUntil)
    return { data: { partner, benefit, codes, valid_until, time_zone: timeZone } }
  })
  peopleRoutes(app, portal, change)
  statementRoutes(app, deps, portal)
}

type ChangePartner = (
  id: number,
  caller: PortalCaller,
  run: (tx: Tx, by: Editor) => Promise<void>,
) => Promise<{ entity: contract.WirePartner; data: contract.WirePartner }>

function peopleRoutes(app: FastifyInstance, portal: Guard<PortalCaller>, change: ChangePartner): void {
  mount(app, contract.addPartnerPerson, portal, ({ params: { id }, body }, caller) =>
    change(id, caller, (tx, by) => addPerson(tx, id, body.email, by)),
  )
  mount(app, contract.removePartnerPerson, portal, ({ params: { id, user } }, caller) =>
    change(id, caller, (tx, by) => removePerson(tx, id, user, by)),
  )
  mount(app, contract.removePartnerInvitation, portal, ({ params: { id, invitation } }, caller) =>
    change(id, caller, (tx, by) => removeInvitation(tx, id, invitation, by)),
  )
}

function statementRoutes(app: FastifyInstance, deps: PartnerDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.readPartnerStatement, portal, async ({ params, query: { month } }, caller) => {
    const { partner, lines } = await readStatement(deps, { id: params.id, month }, memberOf(caller))
    const { id, name, cnpj } = partner
    const wired = lines.map((line) => ({
      benefit: line.benefit,
      share: line.share,
      ...wireStatementSums(line),
    }))
    const total = wireStatementSums(sumStatement(lines))
    const operator = await deps.operator()
    return { data: { month, partner: { id, name, cnpj }, operator, lines: wired, total } }
  })
  mountFile(app, contract.exportPartnerStatement, portal, async ({ params, query: { month } }, caller) => {
    const { format } = params
    const { lines } = await readStatement(deps, { id: params.id, month }, memberOf(caller))
    const name = `extrato-de-convenio-${month}.${format}`
    const type = exportTypes[format]
    if (format === 'csv') return { type, name, content: await statementCsv(lines) }
    const batches = Readable.from([statementCells(lines)])
    return { type, name, content: Readable.from(xlsxFile(statementTitles, batches), { objectMode: false }) }
  })
}

type Asked = { readonly id: number; readonly month: string }

/** Throws `not_found`. */
async function readStatement({ db }: PartnerDeps, { id, month }: Asked, member: StaffMember) {
  const partner = await requirePartner(db, id, member)
  return { partner, lines: await readStatementLines(db, { partnerId: id, month, lots: member.lots }) }
}
