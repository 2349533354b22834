import type { FastifyInstance } from 'fastify'
import { isoIn, later } from '#kit/clock.ts'
import { fillPath } from '#kit/endpoint.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { requireLot } from '#parking/server/backoffice/searchLots.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { assertLot, memberOf } from '#staff/server/member.ts'
import * as contract from '../../tariffBackOffice.ts'
import { toTariffEntry, toTariffRules } from '../../tariffEntry.ts'
import type { TicketDeps } from '../deps.ts'
import { saveTariff, withdrawTariff } from './saveTariff.ts'
import {
  highestVersion,
  listScheduled,
  listTariffVersions,
  readTariffInForce,
  requireTariffVersion,
  startOf,
  type TariffVersion,
} from './store.ts'

/** Rows are never deleted, numbers never used again (docs/back-office.md#estacionamentos-tarifas). */
export function tariffRoutes(app: FastifyInstance, deps: TicketDeps, portal: Guard<PortalCaller>): void {
  const { db, clock } = deps
  mount(app, contract.listTariffs, portal, async ({ params, query }, caller) => {
    assertLot(memberOf(caller), params.id)
    await requireLot(db, params.id)
    const now = clock.now()
    const current = await readTariffInForce(db, params.id, now)
    const path = fillPath(contract.listTariffs.path, { id: String(params.id) })
    return answerList({ path }, { query, caller }, async (wanted) => {
      const list = await listTariffVersions(db, params.id, wanted)
      return { ...list, rows: list.rows.map((tariff) => wireRow(tariff, current, now)) }
    })
  })
  mount(app, contract.openTariff, portal, ({ params }, caller) => {
    assertLot(memberOf(caller), params.id)
    return tariffReply(deps, params.id, params.version)
  })
  mount(app, contract.createTariff, portal, async ({ params, body }, caller) => {
    const { actor, lots } = memberOf(caller)
    assertLot({ lots }, params.id)
    const { entry, seen_version: seenVersion, starts_at, replaces = null } = body
    const startsAt = typeof starts_at === 'string' ? new Date(starts_at) : null
    const rules = toTariffRules(entry)
    const wanted = { lotId: params.id, name: entry.name, rules, seenVersion, startsAt, replaces }
    const version = await withCurrentOnConflict(
      () => transaction(db, (tx) => saveTariff(tx, wanted, { actor, clock })),
      () => currentReply(deps, params.id),
    )
    return tariffReply(deps, params.id, version)
  })
  mount(app, contract.withdrawTariff, portal, async ({ params: { id: lotId, version } }, caller) => {
    const { actor, lots } = memberOf(caller)
    assertLot({ lots }, lotId)
    await withCurrentOnConflict(
      () => transaction(db, (tx) => withdrawTariff(tx, { lotId, version }, { actor, clock })),
      () => tariffReply(deps, lotId, version),
    )
    return tariffReply(deps, lotId, version)
  })
}

async function currentReply(deps: TicketDeps, lotId: number) {
  const current = await readTariffInForce(deps.db, lotId, deps.clock.now())
  return current ? tariffReply(deps, lotId, current.version) : { data: null }
}

async function tariffReply({ db, clock }: TicketDeps, lotId: number, version: number) {
  const tariff = await requireTariffVersion(db, lotId, version)
  const now = clock.now()
  const [next] = await listScheduled(db, lotId, later(now, startOf(tariff)))
  const { created_at, starts_at, state } = wireRow(tariff, await readTariffInForce(db, lotId, now), now)
  return editedReply({
    lot_id: lotId,
    version,
    created_at,
    starts_at,
    state,
    entry: toTariffEntry(tariff.name, tariff.rules),
    latest_version: await highestVersion(db, lotId),
    next: next ? { version: next.version, starts_at: isoIn(next.time_zone, startOf(next)) } : null,
  })
}

function wireRow(tariff: TariffVersion, current: TariffVersion | null, now: Date) {
  const { version, name, rules, time_zone: timeZone } = tariff
  return {
    version,
    name,
    kind: rules.kind,
    created_at: isoIn(timeZone, tariff.created_at),
    starts_at: isoIn(timeZone, startOf(tariff)),
    state: stateOf(tariff, current, now),
    current: tariff.id === current?.id,
  }
}

function stateOf(tariff: TariffVersion, current: TariffVersion | null, now: Date): contract.TariffState {
  if (tariff.withdrawn_at !== null) return 'withdrawn'
  if (tariff.id === current?.id) return 'in_force'
  return startOf(tariff) > now ? 'scheduled' : 'ended'
}
