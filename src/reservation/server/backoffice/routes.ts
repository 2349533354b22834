import type { FastifyInstance } from 'fastify'
import { askedList, pagedList } from '#kit/paging.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { endBeforeEntrance } from '../flow/cancelReservation.ts'
import type { ReservationDeskDeps } from './deps.ts'
import { enterByHand } from './enterByHand.ts'
import { searchReservations } from './searchReservations.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { memberOf } from '#staff/server/member.ts'
import { linkFilters, perPage, periodOf } from '#staff/server/lists.ts'
import { reservationFile, reservationIdOf, reservationRow } from './reservationFile.ts'
import { paymentIdOrFail } from '#review/server/backoffice/transactionFile.ts'

/** Reservations at the desk: list, entrance by hand, cancellation (docs/reservation.md#at-the-desk). */
export function reservationRoutes(
  app: FastifyInstance,
  deps: ReservationDeskDeps,
  portal: Guard<PortalCaller>,
): void {
  const { db, clock } = deps
  const shown = async (token: string, caller: PortalCaller) => {
    const entity = await reservationFile(deps, token, memberOf(caller))
    return { entity, data: entity }
  }
  mount(app, contract.listDeskReservations, portal, async ({ query }) => {
    const request = askedList(query, perPage)
    const { lot_id: lotId, state } = query
    const list = await searchReservations(db, { ...request, lotId, state, ...periodOf(query) }, clock.now())
    const rows = list.rows.map(reservationRow)
    return pagedList({ ...list, rows }, request, contract.listDeskReservations.path, linkFilters(query))
  })
  mount(app, contract.openDeskReservation, portal, ({ params }, caller) => shown(params.id, caller))
  mount(app, contract.enterDeskReservation, portal, async ({ params }, caller) => {
    await enterByHand(deps, await reservationIdOf(db, params.id), memberOf(caller).actor)
    return shown(params.id, caller)
  })
  mount(app, contract.cancelDeskReservation, portal, async ({ params, body }, caller) => {
    await reservationIdOf(db, params.id)
    const paymentId = await paymentIdOrFail(db, params.id)
    await endBeforeEntrance(deps, { paymentId, actor: memberOf(caller).actor, note: body })
    return shown(params.id, caller)
  })
}
