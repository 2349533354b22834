import type { FastifyInstance } from 'fastify'
import { imageType } from '#kit/server/http/codeImage.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import { readPayment, withFreshTransaction } from '#payment/server/flow/readPayment.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { signedIn } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { ReservationDeps } from './deps.ts'
import { cancelReservation } from './flow/cancelReservation.ts'
import { confirmExit } from './flow/confirmExit.ts'
import { createReservation } from './flow/createReservation.ts'
import { drawCode, listReservations, runningValue } from './flow/ownReservations.ts'

export function reservationRoutes(app: FastifyInstance, deps: ReservationDeps, portal: Guard<PortalCaller>) {
  const guard: Guard<PortalCaller & { wanted: string }> = async (request, reply, endpoint) => {
    const caller = await portal(request, reply, endpoint)
    return { ...caller, wanted: request.headers.accept ?? '' }
  }
  const owner = ({ token }: { token: string }, { session }: PortalCaller) => ({
    token,
    userId: signedIn(session),
  })
  mount(app, contract.createReserve, guard, async ({ body }, { session }) => {
    const userId = signedIn(session)
    const wanted = { userId, sessionHash: session.hash, vehicleId: body.personVehicle_id }
    const token = await createReservation(deps, { ...wanted, lotId: body.lot_id ?? null })
    const data = await readPayment(deps, { token, userId })
    return { ws_token: data.ws_token, ticket_code: data.ticket_code, data }
  })
  mount(app, contract.listReserves, guard, async (_, { session }) => ({
    data: await listReservations(deps, signedIn(session)),
  }))
  mount(app, contract.cancelReserve, guard, async ({ params }, caller) => {
    const by = owner(params, caller)
    const cancel = () => cancelReservation(deps, by)
    return { data: await withFreshTransaction(deps, by, contract.cancelReserve, cancel) }
  })
  mount(app, contract.confirmReserve, guard, async ({ params }, caller) => {
    const by = owner(params, caller)
    const confirm = () => confirmExit(deps, { ...by, sessionHash: caller.session.hash })
    return { data: await withFreshTransaction(deps, by, contract.confirmReserve, confirm) }
  })
  mount(app, contract.getValue, guard, async ({ params }, caller) => ({
    data: await runningValue(deps, owner(params, caller)),
  }))
  mountFile(app, contract.qrcode, guard, async ({ params }, { session, wanted }) => {
    const drawn = await drawCode(deps, { token: params.token, userId: session.userId }, imageType(wanted))
    return { type: drawn.type, content: drawn.image }
  })
}
