import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { deleteAuditRows } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { RetentionRule, RetentionTables } from '#kit/server/retention/retention.ts'
import { countReturnedRows, legalRetentionDays } from '#kit/server/retention/retention.ts'
import { isReservationOver, hasNoMoney } from '../store.ts'

const isUnsent = sql`${isReservationOver} and ${hasNoMoney}
  and exists (select 1 from payment where payment.id = reservation.payment_id and payer is null)`

export const reservationTables: Pick<RetentionTables, 'reservation'> = {
  reservation: {
    rows: [
      { days: 30, what: 'the car of one for which no money moved', end: clearCars },
      { days: 30, what: 'one whose payment was never sent to the acquirer', end: deleteWithAudit(isUnsent) },
      { days: legalRetentionDays, what: 'every row that has ended', end: deleteWithAudit(isReservationOver) },
    ],
    why: 'the law’s time for money; without money there is no reason to know the car',
    title: 'Reservas',
    texts: {
      vehicle_name: { description: 'nome do veículo', exportKey: 'reservations', erasedWith: 'law' },
      plate: { description: 'placa', exportKey: 'reservations', erasedWith: 'law' },
      ticket_code: 'plain',
      gate_token: 'plain',
    },
  },
}

/** Answers how many were changed. */
function clearCars(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from reservation where updated_at < ${before} and plate <> ''
    and ${isReservationOver} and ${hasNoMoney}
    order by updated_at limit ${limit} for no key update skip locked`
  return countReturnedRows(
    db,
    sql`update reservation set plate = '', vehicle_name = '' where id = any(array(${old})) returning 1`,
  )
}

/** Deletes reservations with their audit rows, so that their payments can be deleted. */
function deleteWithAudit(which: RawBuilder<unknown>): RetentionRule['end'] {
  return (db, before, limit) =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`delete from reservation where id = any(array(
        select id from reservation where updated_at < ${before} and ${which}
        order by updated_at limit ${limit} for no key update skip locked)) returning id`.execute(tx)
      const ids = rows.map(({ id }) => id)
      await deleteAuditRows(tx, 'reservation', ids)
      return ids.length
    })
}
