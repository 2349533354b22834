import { localPeriodOf } from '#staff/server/localPeriod.ts'
import { perPage } from '#staff/server/lists.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import type { FastifyInstance } from 'fastify'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { endBeforeEntrance } from '../flow/cancelReservation.ts'
import type { BackOfficeReservationDeps } from './deps.ts'
import { enterByHand } from './enterByHand.ts'
import { searchReservations } from './searchReservations.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { reservationFile, reservationIdOf, reservationRow } from './reservationFile.ts'
import { paymentIdOrFail } from '#review/server/backoffice/transactionFile.ts'

/** docs/reservation.md#at-the-desk */
export function reservationRoutes(
  app: FastifyInstance,
  deps: BackOfficeReservationDeps,
  portal: Guard<PortalCaller>,
): void {
  const { db, clock } = deps
  const fileReply = async (token: string, caller: PortalCaller) => {
    const entity = await reservationFile(deps, token, memberOf(caller))
    return { entity, data: entity }
  }
  mount(app, contract.listBackOfficeReservations, portal, async ({ query }, caller) => {
    const request = requestedPage(query, perPage)
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const wanted = { ...request, lots, state: query.state, ...localPeriodOf(query) }
    const list = await searchReservations(db, wanted, clock.now())
    const rows = list.rows.map(reservationRow)
    return pagedList({ ...list, rows }, request, contract.listBackOfficeReservations.path)
  })
  mount(app, contract.openBackOfficeReservation, portal, ({ params }, caller) => fileReply(params.id, caller))
  mount(app, contract.enterBackOfficeReservation, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const id = await reservationIdOf(db, params.id, member)
    return answerChange(
      () => enterByHand(deps, id, member.actor),
      () => fileReply(params.id, caller),
    )
  })
  mount(app, contract.cancelBackOfficeReservation, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    await reservationIdOf(db, params.id, member)
    const paymentId = await paymentIdOrFail(db, params.id, member)
    return answerChange(
      () => endBeforeEntrance(deps, { paymentId, actor: member.actor, note: body }),
      () => fileReply(params.id, caller),
    )
  })
}
