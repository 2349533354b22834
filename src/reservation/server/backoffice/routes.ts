import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { wireMoney } from '#kit/money.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { findPayment } from '#payment/server/store.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { toHistoryEvents, wireHistory } from '#staff/server/history.ts'
import { editedReply } from '#staff/server/lists.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { memberOf, requireVisible } from '#staff/server/member.ts'
import { reservationTrail } from '../../auditTerms.ts'
import * as contract from '../../backoffice.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { cancelBeforeEntrance } from '../flow/cancelReservation.ts'
import { registerArrival } from '../flow/registerArrival.ts'
import { findReservation, reserveStateOf } from '../store.ts'
import { addPeople, reservationsList, wireReservationRow } from './reservationsList.ts'

/** docs/reservation.md#staff-actions */
export function backOfficeReservationRoutes(
  app: FastifyInstance,
  deps: ReservationDeps,
  portal: Guard<PortalCaller>,
): void {
  const { db } = deps
  const detailReply = async (token: string, caller: PortalCaller) =>
    editedReply(await readReservationDetail(deps, token, memberOf(caller)))
  mountList(app, deps, portal, reservationsList)
  mount(app, contract.openBackOfficeReservation, portal, ({ params }, caller) =>
    detailReply(params.id, caller),
  )
  mount(app, contract.enterBackOfficeReservation, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    const { id } = await requireReservation(db, params.id, member)
    return answerChange(
      () => recordManualEntrance(deps, id, member.actor),
      () => detailReply(params.id, caller),
    )
  })
  mount(app, contract.cancelBackOfficeReservation, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    const { payment_id: paymentId } = await requireReservation(db, params.id, member)
    return answerChange(
      () => cancelBeforeEntrance(deps, { paymentId, actor: member.actor, note: body }),
      () => detailReply(params.id, caller),
    )
  })
}

/** Throws `not_found`, also for another lot. */
async function requireReservation(db: Db, token: string, by: Pick<StaffMember, 'lots'>) {
  const payment = await findPayment(db, token)
  return requireVisible(payment && (await findReservation(db, 'payment_id', payment.id)), by)
}

async function readReservationDetail(deps: ReservationDeps, token: string, member: StaffMember) {
  const { db } = deps
  const reservation = await requireReservation(db, token, member)
  const [found] = await addPeople(db, [reservation], deps.clock.now())
  if (!found) throw fail('not_found')
  const { state } = found
  const events = toHistoryEvents(reservationTrail, await findAuditRows(db, 'reservation', [reservation.id]))
  return {
    ...wireReservationRow(found),
    retained: wireMoney(reservation.retained_cents),
    entered_at: reservation.entered_at && isoIn(reservation.time_zone, reservation.entered_at),
    history: await wireHistory(deps, events, reservation.time_zone),
    can: {
      enter: reserveAllows('enter', state) && isAllowed(member.level, 'supervisor'),
      cancel: reserveAllows('cancel', state) && isAllowed(member.level, 'manager'),
    },
  }
}

/** Throws `not_found`, `already_entered`, `not_awaited`. */
export async function recordManualEntrance(deps: ReservationDeps, id: number, actor: string): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const reservation = await findReservation(tx, 'id', id)
    if (!reservation) throw fail('not_found')
    const state = reserveStateOf(reservation, now)
    if (reservation.ticket_id !== null) throw fail('already_entered')
    if (!reserveAllows('enter', state)) throw fail('not_awaited')
    const { lot_id: lotId, ticket_code: code } = reservation
    await registerArrival(tx, deps.gateKey, { code }, { lotId, gate: 'balcão', enteredAt: now, now, actor })
  })
}
