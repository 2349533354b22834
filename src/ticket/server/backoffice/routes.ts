import type { FastifyInstance } from 'fastify'
import { wireMoney } from '#kit/money.ts'
import { isoIn } from '#kit/clock.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { answerChange, withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { TicketDeps } from '../deps.ts'
import { type FoundTicket, searchTickets, ticketStatusOf } from './searchTickets.ts'
import * as contract from '../../backoffice.ts'
import { memberOf, assertLot } from '#staff/server/member.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply, perPage } from '#staff/server/lists.ts'
import { authoriseExit, replaceLostTicket, waiveDueAmount } from './ticketChanges.ts'
import { requireTicket, readTicketDetail } from './ticketDetail.ts'
import { fillPath } from '#kit/endpoint.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { requireLot } from '#parking/server/backoffice/searchLots.ts'
import { addTariff, readLatestTariff, listTariffVersions, requireTariffVersion } from './tariffVersions.ts'
import * as tariffs from '../../tariffBackOffice.ts'
import { toTariffEntry, toTariffRules } from '../../tariffEntry.ts'

export function backOfficeTicketRoutes(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>) {
  const { db, clock } = deps
  const ticketReply = async (code: string, caller: PortalCaller) =>
    editedReply(await readTicketDetail(deps, code, memberOf(caller)))
  const changeOf = async (code: string, caller: PortalCaller) => {
    const member = memberOf(caller)
    const { id: ticketId } = await requireTicket(db, code, member)
    return { ticketId, actor: member.actor, now: clock.now() }
  }
  mount(app, contract.listBackOfficeTickets, portal, ({ query }, caller) =>
    answerList(
      contract.listBackOfficeTickets,
      { query, caller },
      (wanted) => searchTickets(db, wanted),
      wireTicketRow,
    ),
  )
  mount(app, contract.openBackOfficeTicket, portal, ({ params }, caller) => ticketReply(params.id, caller))
  mount(app, contract.waiveTicket, portal, async ({ params, body }, caller) => {
    const waiver = { ...(await changeOf(params.id, caller)), reason: body.reason }
    return answerChange(
      () => waiveDueAmount(deps, waiver),
      () => ticketReply(params.id, caller),
    )
  })
  mount(app, contract.replaceTicket, portal, async ({ params, body }, caller) => {
    const lost = { ...(await changeOf(params.id, caller)), reason: body.reason }
    const newCode = await withCurrentOnConflict(
      () => replaceLostTicket(deps, lost),
      () => ticketReply(params.id, caller),
    )
    return ticketReply(newCode, caller)
  })
  mount(app, contract.authoriseExit, portal, async ({ params, body }, caller) => {
    const { reason, left = false } = body
    const exit = { ...(await changeOf(params.id, caller)), reason, left }
    return answerChange(
      () => authoriseExit(deps, exit),
      () => ticketReply(params.id, caller),
    )
  })
}

function wireTicketRow(ticket: FoundTicket): contract.BackOfficeTicketRow {
  const iso = (at: Date) => isoIn(ticket.time_zone, at)
  return {
    id: ticket.code,
    plate: ticket.plate,
    lot: ticket.lot_name,
    gate: ticket.gate,
    where: ticketStatusOf(ticket),
    entered_at: iso(ticket.entered_at),
    exited_at: ticket.exited_at && iso(ticket.exited_at),
    time_zone: ticket.time_zone,
    owed: ticket.owed_cents > 0 ? wireMoney(ticket.owed_cents) : null,
  }
}

/** Versions are append-only (docs/back-office.md#estacionamentos-tarifas). */
export function tariffRoutes(app: FastifyInstance, { db, clock }: TicketDeps, portal: Guard<PortalCaller>) {
  const tariffReply = async (lotId: number, version: number) => {
    const { time_zone: timeZone } = await requireLot(db, lotId)
    const { name, rules, created_at: at } = await requireTariffVersion(db, lotId, version)
    const created_at = isoIn(timeZone, at)
    return editedReply({ lot_id: lotId, version, created_at, entry: toTariffEntry(name, rules) })
  }
  mount(app, tariffs.listTariffs, portal, async ({ params, query }, caller) => {
    assertLot(memberOf(caller), params.id)
    const request = parsePageRequest(query, perPage)
    const { time_zone: timeZone } = await requireLot(db, params.id)
    const latest = await readLatestTariff(db, params.id)
    const list = await listTariffVersions(db, params.id, request)
    const rows = list.rows.map(({ version, name, rules, created_at: at }) => ({
      version,
      name,
      kind: rules.kind,
      created_at: isoIn(timeZone, at),
      current: version === latest?.version,
    }))
    const path = fillPath(tariffs.listTariffs.path, { id: String(params.id) })
    return pagedList({ ...list, rows }, request, path)
  })
  mount(app, tariffs.openTariff, portal, ({ params }, caller) => {
    assertLot(memberOf(caller), params.id)
    return tariffReply(params.id, params.version)
  })
  mount(app, tariffs.createTariff, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    assertLot({ lots }, params.id)
    const { entry, seen_version: seenVersion } = body
    const wanted = { lotId: params.id, name: entry.name, rules: toTariffRules(entry), seenVersion }
    const version = await withCurrentOnConflict(
      () => transaction(db, (tx) => addTariff(tx, wanted, { actor, now: clock.now() })),
      async () => {
        const latest = await readLatestTariff(db, params.id)
        return latest ? tariffReply(params.id, latest.version) : { data: null }
      },
    )
    return tariffReply(params.id, version)
  })
}
