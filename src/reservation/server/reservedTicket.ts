import { sql } from 'kysely'
import type { ReservedTicket } from '#ticket/server/ticketSnapshot.ts'
import { reserveCan } from '../reservationState.ts'
import { stateInSql } from './store.ts'

const shut = reserveCan.confirm.filter((state) => state !== 'exit_confirmed')

export const reservedTicket: ReservedTicket = (ticketId, now) => sql`(
  select json_build_object('user_id', reservation.user_id, 'awaits_exit',
    ${stateInSql(sql`${now}::timestamptz`)} in (${sql.join(shut.map((state) => sql.lit(state)))}),
    'open_until_ms', case when ${stateInSql(sql`${now}::timestamptz`)} = 'exit_confirmed'
      then (extract(epoch from reservation.deadline_at) * 1000)::float8 end)
  from reservation join payment on payment.id = reservation.payment_id where reservation.ticket_id = ${ticketId})`
