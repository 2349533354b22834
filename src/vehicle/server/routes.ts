import { fail, invalid } from '#kit/fail.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { type Session, signedIn } from '#session/session.ts'
import * as contract from '../contract.ts'
import { mostVehicles } from '../plate.ts'
import { addVehicle } from './flow/addVehicle.ts'
import { listVehicles } from './flow/listVehicles.ts'
import { deleteVehicle, vehicleById } from './store.ts'

export type VehicleDeps = { db: Db; clock: Clock; isVehicleReserved: IsReserved }

export function vehicleRoutes(
  app: FastifyInstance,
  deps: VehicleDeps,
  portal: Guard<{ session: Session }>,
): void {
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
