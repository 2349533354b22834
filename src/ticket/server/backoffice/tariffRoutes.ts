import type { FastifyInstance } from 'fastify'
import type { TicketDeps } from '../deps.ts'
import { isoIn } from '#kit/clock.ts'
import { fillPath } from '#kit/endpoint.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { withFresh } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { openLot } from '#parking/server/backoffice/searchLots.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { addTariff, latestTariff, listTariffs, openTariff } from './tariffs.ts'
import * as contract from '../../tariffBackOffice.ts'
import { entryOf, rulesOf } from '../../tariffEntry.ts'
import { assertLot, memberOf } from '#staff/server/member.ts'
import { editedReply, perPage } from '#staff/server/lists.ts'

/** Versions are append-only (docs/back-office.md#estacionamentos-tarifas). */
export function tariffRoutes(app: FastifyInstance, { db, clock }: TicketDeps, portal: Guard<PortalCaller>) {
  const shown = async (lotId: number, version: number) => {
    const { time_zone: timeZone } = await openLot(db, lotId)
    const { name, rules, created_at: at } = await openTariff(db, lotId, version)
    const created_at = isoIn(timeZone, at)
    return editedReply({ lot_id: lotId, version, created_at, entry: entryOf(name, rules) })
  }
  mount(app, contract.listTariffs, portal, async ({ params, query }, caller) => {
    assertLot(memberOf(caller), params.id)
    const request = requestedPage(query, perPage)
    const { time_zone: timeZone } = await openLot(db, params.id)
    const latest = await latestTariff(db, params.id)
    const list = await listTariffs(db, params.id, request)
    const rows = list.rows.map(({ version, name, rules, created_at: at }) => ({
      version,
      name,
      kind: rules.kind,
      created_at: isoIn(timeZone, at),
      current: version === latest?.version,
    }))
    const path = fillPath(contract.listTariffs.path, { id: String(params.id) })
    return pagedList({ ...list, rows }, request, path)
  })
  mount(app, contract.openTariff, portal, ({ params }, caller) => {
    assertLot(memberOf(caller), params.id)
    return shown(params.id, params.version)
  })
  mount(app, contract.createTariff, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    assertLot({ lots }, params.id)
    const { entry, seen_version: seenVersion } = body
    const wanted = { lotId: params.id, name: entry.name, rules: rulesOf(entry), seenVersion }
    const version = await withFresh(
      () => transaction(db, (tx) => addTariff(tx, { ...wanted, actor, now: clock.now() })),
      async () => {
        const latest = await latestTariff(db, params.id)
        return latest ? shown(params.id, latest.version) : { data: null }
      },
    )
    return shown(params.id, version)
  })
}
