import type { FastifyInstance } from 'fastify'
import { acceptedImageType } from '#kit/server/http/qrCodeImage.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import { readPayment, withFreshTransaction } from '#payment/server/flow/readPayment.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { requireUserId } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { ReservationDeps } from './deps.ts'
import { cancelReservation } from './flow/cancelReservation.ts'
import { confirmExit } from './flow/confirmExit.ts'
import { createReservation } from './flow/createReservation.ts'
import { drawGateCode, listReservations, readRunningValue } from './flow/customerReservations.ts'

export function reservationRoutes(app: FastifyInstance, deps: ReservationDeps, portal: Guard<PortalCaller>) {
  const guard: Guard<PortalCaller & { wanted: string }> = async (request, reply, endpoint) => {
    const caller = await portal(request, reply, endpoint)
    return { ...caller, wanted: request.headers.accept ?? '' }
  }
  const owner = ({ token }: { token: string }, { session }: PortalCaller) => ({
    token,
    userId: requireUserId(session),
  })
  mount(app, contract.createReserve, guard, async ({ body }, { session }) => {
    const userId = requireUserId(session)
    const wanted = { userId, sessionHash: session.hash, vehicleId: body.personVehicle_id }
    const token = await createReservation(deps, { ...wanted, lotId: body.lot_id ?? null })
    const data = await readPayment(deps, { token, userId })
    return { ws_token: data.ws_token, ticket_code: data.ticket_code, data }
  })
  mount(app, contract.listReserves, guard, async (_, { session }) => ({
    data: await listReservations(deps, requireUserId(session)),
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
    data: await readRunningValue(deps, owner(params, caller)),
  }))
  mountFile(app, contract.qrcode, guard, async ({ params }, { session, wanted }) => {
    const drawn = await drawGateCode(
      deps,
      { token: params.token, userId: session.userId },
      acceptedImageType(wanted),
    )
    return { type: drawn.type, content: drawn.image }
  })
}
