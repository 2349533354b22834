import type { FastifyInstance } from 'fastify'
import { lockUser } from '#account/server/store.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { pagedList, parsePageRequest } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { type Session, requireUserId } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import { maxVehicles } from '../plate.ts'
import {
  countVehicles,
  deleteVehicle,
  insertVehicle,
  type Vehicle,
  findVehicleById,
  findVehicleByPlate,
} from './store.ts'
import { listVehicles, wireVehicle } from './view.ts'

export type VehicleDeps = {
  db: Db
  clock: Clock
  operatorTimeZone: OperatorTimeZone
  /** Wired in: vehicle must not import reservation. */
  isVehicleReserved: (db: Db, vehicleId: number, now: Date) => Promise<boolean>
}

export function vehicleRoutes(app: FastifyInstance, deps: VehicleDeps, portal: Guard<{ session: Session }>) {
  const { db, clock } = deps
  mount(app, contract.listVehicles, portal, async ({ query }, { session }) => {
    const request = parsePageRequest(query, 20)
    const list = await listVehicles(deps, requireUserId(session), request)
    return pagedList(list, request, contract.listVehicles.path)
  })
  mount(app, contract.addVehicle, portal, async ({ body }, { session }) => {
    const vehicle = {
      userId: requireUserId(session),
      name: body.name,
      plate: body.license_plate,
      now: clock.now(),
    }
    return { data: wireVehicle(await addVehicle(db, vehicle), await deps.operatorTimeZone()) }
  })
  mount(app, contract.removeVehicle, portal, async ({ params: { id } }, { session }) => {
    const userId = requireUserId(session)
    const known = await findVehicleById(db, userId, id)
    if (known && (await deps.isVehicleReserved(db, id, clock.now()))) throw fail('vehicle_reserved')
    if (!(await deleteVehicle(db, userId, id))) throw fail('not_found')
    return { data: { deleted: true } }
  })
}

/** A known plate stays as it is. Throws 422 at the limit. */
async function addVehicle(db: Db, vehicle: Parameters<typeof insertVehicle>[1]): Promise<Vehicle> {
  const { userId, plate } = vehicle
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const known = await findVehicleByPlate(tx, userId, plate)
    if (known) return known
    if ((await countVehicles(tx, userId)) < maxVehicles) return insertVehicle(tx, vehicle)
    throw invalid({ license_plate: [`Você já tem ${maxVehicles} veículos. Exclua um deles antes.`] })
  })
}
