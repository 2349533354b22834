import type { FastifyInstance } from 'fastify'
import { type City, findCity, wireCity } from '#account/server/city/cities.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { ParkingDeps } from '../deps.ts'
import { addLot, changeLot } from './changeLot.ts'
import { readLotStats } from '../flow/readLotStats.ts'
import { requireLot, searchLots } from './searchLots.ts'
import { spaceClasses, spaceNames, sumSpaces, toTotalFields } from '../../spaces.ts'
import { otherZoneText } from '../../timeZones.ts'
import { closingSettingsOf, tillSettingsOf } from '../closingLots.ts'
import { type LotRow, spacesOf } from '../store.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import * as contract from '../../backoffice.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { assertLot, memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'

export function lotRoutes(app: FastifyInstance, deps: ParkingDeps, portal: Guard<PortalCaller>): void {
  const { db, clock, changeTariffTimeZone } = deps
  const lotReply = async (id: number, member: StaffMember) => {
    assertLot(member, id)
    return editedReply(await readLotDetail(deps, id, member))
  }
  mount(app, contract.listBackOfficeLots, portal, ({ query }, caller) =>
    answerList(contract.listBackOfficeLots, { query, caller }, async (wanted) => {
      const list = await searchLots(db, wanted)
      const free = new Map((await readLotStats(db, deps, clock.now())).map((lot) => [lot.id, lot.free_total]))
      const rows = list.rows.map(async (lot) => ({
        ...(await readLotSummary(deps, lot)),
        free: free.get(lot.id) ?? 0,
      }))
      return { ...list, rows: await Promise.all(rows) }
    }),
  )
  mount(app, contract.openBackOfficeLot, portal, ({ params }, caller) =>
    lotReply(params.id, memberOf(caller)),
  )
  mount(app, contract.createBackOfficeLot, portal, async ({ body }, caller) => {
    const member = memberOf(caller)
    const by = { actor: member.actor, now: clock.now() }
    const entry = { ...body, city: await requireCity(db, body.city) }
    const id = await transaction(db, (tx) => addLot(tx, entry, by))
    const answer = await lotReply(id, member)
    const warnings = ['Cadastre a tarifa: sem ela nenhum carro entra.', ...zoneWarnings(answer.data)]
    return { ...answer, warnings }
  })
  mount(app, contract.updateBackOfficeLot, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    const by = { actor: member.actor, now: clock.now() }
    assertLot(member, params.id)
    const entry = { ...body, city: await requireCity(db, body.city) }
    await transaction(db, (tx) => changeLot(tx, params.id, entry, { ...by, clock, changeTariffTimeZone }))
    const answer = await lotReply(params.id, member)
    const capacity = capacityWarnings(await requireLot(db, params.id), answer.data.reserved)
    return { ...answer, warnings: [...capacity, ...zoneWarnings(answer.data)] }
  })
}

async function requireCity(db: Db, id: number | null | undefined): Promise<City | null | undefined> {
  if (id === null || id === undefined) return id
  const city = await findCity(db, id)
  if (!city) throw invalid({ city: ['Escolha uma cidade da lista.'] })
  return city
}

async function readLotSummary({ db, clock, readTariffInForce }: ParkingDeps, lot: LotRow) {
  const tariff = await readTariffInForce(db, lot.id, clock.now())
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
    reserve_hint: lot.reserve_hint,
    closing: closingSettingsOf(lot),
    till: tillSettingsOf(lot),
    reserved: reserved ? reserved.waiting + reserved.inside : 0,
    ...(lot.created_at && { created_at: isoIn(lot.time_zone, lot.created_at) }),
    ...(lot.updated_at && { updated_at: isoIn(lot.time_zone, lot.updated_at) }),
    can: { edit: isAllowed(member.level, 'manager') },
  }
}

/** The lot's zone may be another than its city's by intent. */
function zoneWarnings({ city, time_zone: zone }: contract.WireBackOfficeLot): string[] {
  const text = otherZoneText(city, zone)
  return text === null ? [] : [`${text} Confira o fuso horário.`]
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
