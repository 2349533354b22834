import type { FastifyInstance } from 'fastify'
import { lockUser } from '#account/server/store.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { pagedList, requestedPage } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { type Session, signedIn } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { WireVehicle } from '../contract.ts'
import { mostVehicles } from '../plate.ts'
import { listVehicles } from './view.ts'
import { countVehicles, deleteVehicle, insertVehicle, vehicleById, vehicleByPlate } from './store.ts'
import { wireVehicle } from './view.ts'

export type VehicleDeps = { db: Db; clock: Clock; isVehicleReserved: IsReserved }

export function vehicleRoutes(app: FastifyInstance, deps: VehicleDeps, portal: Guard<{ session: Session }>) {
  mount(app, contract.listVehicles, portal, async ({ query }, { session }) => {
    const request = requestedPage(query, 20)
    const list = await listVehicles(deps.db, signedIn(session), request)
    return pagedList(list, request, contract.listVehicles.path)
  })
  mount(app, contract.addVehicle, portal, async ({ body }, { session }) => {
    const { name, license_plate: plate } = body
    const vehicle = await addVehicle(deps, signedIn(session), { name, plate })
    if (!vehicle)
      throw invalid({ license_plate: [`Você já tem ${mostVehicles} veículos. Exclua um deles antes.`] })
    return { data: vehicle }
  })
  mount(app, contract.removeVehicle, portal, async ({ params }, { session }) => {
    const asked = { userId: signedIn(session), id: params.id, now: deps.clock.now() }
    await removeVehicle(deps.db, deps.isVehicleReserved, asked)
    return { data: { deleted: true } }
  })
}

/** Wired in: vehicle must not import reservation. */
type IsReserved = (db: Db, vehicleId: number, now: Date) => Promise<boolean>

/** Throws `not_found`, `vehicle_reserved`. */
async function removeVehicle(
  db: Db,
  isReserved: IsReserved,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<void> {
  if ((await vehicleById(db, userId, id)) && (await isReserved(db, id, now))) throw fail('vehicle_reserved')
  if (!(await deleteVehicle(db, userId, id))) throw fail('not_found')
}

/** A known plate is renamed. Null at the limit. */
async function addVehicle(
  deps: { db: Db; clock: Clock },
  userId: number,
  { name, plate }: { name: string; plate: string },
): Promise<WireVehicle | null> {
  return transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const known = await vehicleByPlate(tx, userId, plate)
    if (known) return wireVehicle(known)
    if ((await countVehicles(tx, userId)) >= mostVehicles) return null
    return wireVehicle(await insertVehicle(tx, { userId, name, plate, now: deps.clock.now() }))
  })
}
