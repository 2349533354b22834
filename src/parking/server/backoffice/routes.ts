import type { FastifyInstance } from 'fastify'
import { type City, findCity, wireCity } from '#account/server/city/cities.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { ParkingDeps } from '../deps.ts'
import { addLot, changeLot } from './changeLot.ts'
import { readLotStats } from '../flow/readLotStats.ts'
import { requireLot, searchLots } from './searchLots.ts'
import { spaceClasses, spaceNames, sumSpaces, toTotalFields } from '../../spaces.ts'
import { closingSettingsOf } from '../closingLots.ts'
import { type LotRow, spacesOf } from '../store.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import * as contract from '../../backoffice.ts'
import { assertLot, requestedLots, memberOf } from '#staff/server/member.ts'
import { editedReply, perPage } from '#staff/server/lists.ts'

export function lotRoutes(app: FastifyInstance, deps: ParkingDeps, portal: Guard<PortalCaller>): void {
  const { db, clock, changeTariffTimeZone } = deps
  const lotReply = async (id: number, member: StaffMember) => {
    assertLot(member, id)
    return editedReply(await readLotDetail(deps, id, member))
  }
  mount(app, contract.listBackOfficeLots, portal, async ({ query }, caller) => {
    const request = parsePageRequest(query, perPage)
    const list = await searchLots(db, { ...request, lots: requestedLots(memberOf(caller), query.lot_id) })
    const free = new Map((await readLotStats(db, deps, clock.now())).map((lot) => [lot.id, lot.free_total]))
    const rows = await Promise.all(
      list.rows.map(async (lot) => ({ ...(await readLotSummary(deps, lot)), free: free.get(lot.id) ?? 0 })),
    )
    return pagedList({ ...list, rows }, request, contract.listBackOfficeLots.path)
  })
  mount(app, contract.openBackOfficeLot, portal, ({ params }, caller) =>
    lotReply(params.id, memberOf(caller)),
  )
  mount(app, contract.createBackOfficeLot, portal, async ({ body }, caller) => {
    const member = memberOf(caller)
    const by = { actor: member.actor, now: clock.now() }
    const entry = { ...body, city: await requireCity(db, body.city) }
    const id = await transaction(db, (tx) => addLot(tx, entry, by))
    return { ...(await lotReply(id, member)), warnings: ['Cadastre a tarifa: sem ela nenhum carro entra.'] }
  })
  mount(app, contract.updateBackOfficeLot, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    const by = { actor: member.actor, now: clock.now() }
    assertLot(member, params.id)
    const entry = { ...body, city: await requireCity(db, body.city) }
    await transaction(db, (tx) => changeLot(tx, params.id, entry, { ...by, changeTariffTimeZone }))
    const answer = await lotReply(params.id, member)
    return { ...answer, warnings: capacityWarnings(await requireLot(db, params.id), answer.data.reserved) }
  })
}

async function requireCity(db: Db, id: number | null | undefined): Promise<City | null | undefined> {
  if (id === null || id === undefined) return id
  const city = await findCity(db, id)
  if (!city) throw invalid({ city: ['Escolha uma cidade da lista.'] })
  return city
}

async function readLotSummary({ db, readLatestTariff }: ParkingDeps, lot: LotRow) {
  const tariff = await readLatestTariff(db, lot.id)
  const { total, occupied } = spacesOf(lot)
  return {
    id: lot.id,
    name: lot.name,
    total: sumSpaces(total),
    occupied: spaceClasses.reduce((sum, kind) => sum + Math.min(occupied[kind], total[kind]), 0),
    tariff: tariff && { version: tariff.version, name: tariff.name },
  }
}

async function readLotDetail(deps: ParkingDeps, id: number, member: StaffMember) {
  const lot = await requireLot(deps.db, id)
  const reserved = (await deps.countReserved(deps.db, deps.clock.now())).get(id)
  return {
    ...(await readLotSummary(deps, lot)),
    time_zone: lot.time_zone,
    ...toTotalFields(spacesOf(lot).total),
    city: lot.city && wireCity(lot.city),
    closing: closingSettingsOf(lot),
    reserved: reserved ? reserved.waiting + reserved.inside : 0,
    ...(lot.created_at && { created_at: isoIn(lot.time_zone, lot.created_at) }),
    ...(lot.updated_at && { updated_at: isoIn(lot.time_zone, lot.updated_at) }),
    can: { edit: isAllowed(member.level, 'manager') },
  }
}

/** Warns of capacities below the occupied or sold spaces. */
function capacityWarnings(lot: LotRow, reserved: number): string[] {
  const { total, occupied } = spacesOf(lot)
  const warnings = spaceClasses
    .filter((kind) => occupied[kind] > total[kind])
    .map((kind) => `Há ${occupied[kind]} carros e só ${total[kind]} ${spaceNames[kind].toLowerCase()}.`)
  if (reserved > total.reserves)
    warnings.push(`Já há ${reserved} reservas e só ${total.reserves} vagas para reserva.`)
  return warnings.map((warning) => `${warning} Confira a capacidade.`)
}
