import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { dropAuditOf } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type RetentionTables, countOf, lawDays } from '#kit/server/retention/retention.ts'
import { isOver, tookNothing } from '../store.ts'

export const reservationTables: Pick<RetentionTables, 'reservation'> = {
  reservation: {
    rows: [
      { days: 30, what: 'the car of one for which no money moved', end: forgetCarsBefore },
      { days: 30, what: 'one whose payment was never sent to the acquirer', end: dropUnpaid },
      { days: lawDays, what: 'every row that has ended', end: dropReservations },
    ],
    why: 'the law’s time for money; without money there is no reason to know the car',
    title: 'Reservas',
    texts: {
      vehicle_name: { says: 'nome do veículo', copied: 'reservations', goes: 'law' },
      plate: { says: 'placa', copied: 'reservations', goes: 'law' },
      ticket_code: 'plain',
      gate_token: 'plain',
    },
  },
}

/** Ended before `before` without money. Answers how many. */
function forgetCarsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from reservation where updated_at < ${before} and plate <> ''
    and ${isOver} and ${tookNothing}
    order by updated_at limit ${limit} for no key update skip locked`
  return countOf(
    db,
    sql`update reservation set plate = '', vehicle_name = '' where id = any(array(${old})) returning 1`,
  )
}

/** With their audit rows, so that their payments can be deleted. */
function dropUnpaid(db: Db, before: Date, limit: number): Promise<number> {
  const isUnpaid = sql`${isOver} and ${tookNothing}
    and exists (select 1 from payment where payment.id = reservation.payment_id and payer is null)`
  return dropSome(db, sql`updated_at < ${before} and ${isUnpaid} order by updated_at`, limit)
}

function dropReservations(db: Db, before: Date, limit: number): Promise<number> {
  return dropSome(db, sql`updated_at < ${before} and ${isOver} order by updated_at`, limit)
}

function dropSome(db: Db, which: RawBuilder<unknown>, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const dropped = await sql<{ id: number }>`delete from reservation where id = any(array(
      select id from reservation where ${which} limit ${limit} for no key update skip locked)) returning id`.execute(
      tx,
    )
    await dropAuditOf(
      tx,
      'reservation',
      dropped.rows.map(({ id }) => id),
    )
    return dropped.rows.length
  })
}
