import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, ReservationTable, Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { exitMinuteMs } from '#parking/exitDeadline.ts'
import type { ReservedCount } from '#parking/spaces.ts'
import { endedUnpaidStates } from '#payment/paymentState.ts'
import { isInStates } from '#payment/server/views/stateSql.ts'
import { activeStates, type ReserveState, reserveStateAt, statesByAction } from '../reservationState.ts'
import type { TicketReservationSql } from '#ticket/server/ticketSnapshot.ts'

type Reservations = ReturnType<typeof reservationQuery>
export type Reservation = Awaited<ReturnType<Reservations['executeTakeFirstOrThrow']>>

export function reservationQuery(db: Db) {
  return db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'reservation.payment_id')
    .innerJoin('lot', 'lot.id', 'reservation.lot_id')
    .leftJoin('ticket', 'ticket.id', 'reservation.ticket_id')
    .leftJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .selectAll('reservation')
    .select([
      'payment.token as payment_token',
      'payment.state as payment_state',
      /** Centavos to capture of the hold. */
      'payment.requested_cents',
      'lot.name as lot_name',
      'lot.reserve_hint',
      sql<string>`coalesce(tariff.time_zone, lot.time_zone)`.as('time_zone'),
      'ticket.entered_at',
      'ticket.exited_at',
      sql<boolean>`payment.state = 'authorised'`.as('on_hold'),
      sql<boolean>`(payment.requested_cents is not null or payment.state = 'voided')`.as('was_paid_for'),
      isPaymentClosed.as('payment_closed'),
    ])
}

export const isPaymentClosed = sql<boolean>`payment.state in ('cancelled', 'expired', 'voided', 'refunding', 'refunded')`

/** The opposite of `arrivesInTime`, in SQL. */
function isArrivalOver(now: Date | RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`date_trunc('minute', reservation.deadline_at, 'UTC') + interval '1 minute' <= ${now}`
}

/** `reserveStateAt` in SQL; needs `reservation` and its `payment` in the query. */
export function reserveStateSql(now: Date | RawBuilder<Date>) {
  const past = sql`reservation.deadline_at < ${now}`
  const exitOver = sql`reservation.deadline_at + ${sql.lit(`${exitMinuteMs} ms`)}::interval <= ${now}`
  return sql<ReserveState>`case
    when reservation.state = 'held' and (${past} or ${isPaymentClosed}) then 'released'
    when reservation.state = 'preauthorised' and ${isArrivalOver(now)} then 'no_show'
    when reservation.state = 'surplus_due' and ${past} then 'entered'
    when reservation.state = 'exit_confirmed' and ${exitOver} then 'entered'
    else reservation.state end`
}

export function reserveStateOf(reservation: Reservation, now: Date): ReserveState {
  const { state, deadline_at: deadlineAt, payment_closed: paymentClosed } = reservation
  return reserveStateAt({ state, deadlineAt, paymentClosed }, now)
}

type ReservationKey = 'id' | 'payment_id' | 'ticket_id' | 'ticket_code' | 'gate_token'

export async function listReservationsOfTickets(
  db: Db,
  ticketIds: readonly number[],
): Promise<Reservation[]> {
  return reservationQuery(db).where('reservation.ticket_id', '=', anyOf(ticketIds)).execute()
}

export async function findReservation<K extends ReservationKey>(
  db: Db,
  key: K,
  value: NonNullable<Reservation[K]>,
): Promise<Reservation | undefined> {
  return reservationQuery(db)
    .where(sql.ref(`reservation.${key}`), '=', value)
    .executeTakeFirst()
}

/** A payment that changes too must be locked before. */
export async function lockReservation(tx: Tx, paymentId: number): Promise<Reservation> {
  assertLockOrder(tx, 'reservation', paymentId)
  await tx
    .selectFrom('reservation')
    .select('id')
    .where('payment_id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return reservationQuery(tx).where('reservation.payment_id', '=', paymentId).executeTakeFirstOrThrow()
}

function withPayment(db: Db) {
  return db.selectFrom('reservation').innerJoin('payment', 'payment.id', 'reservation.payment_id')
}

export async function countUnpaid(db: Db, userId: number, now: Date): Promise<number> {
  const { n } = await withPayment(db)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('reservation.user_id', '=', userId)
    .where(reserveStateSql(now), '=', 'held')
    .executeTakeFirstOrThrow()
  return n
}

export async function reservationsOfUser(db: Db, userId: number): Promise<Reservation[]> {
  return reservationQuery(db)
    .where('reservation.user_id', '=', userId)
    .orderBy('reservation.id', 'desc')
    .execute()
}

export async function isVehicleReserved(db: Db, vehicleId: number, now: Date): Promise<boolean> {
  const row = await withPayment(db)
    .select('reservation.id')
    .where('reservation.vehicle_id', '=', vehicleId)
    .where('reservation.state', 'in', activeStates)
    .where(reserveStateSql(now), 'in', activeStates)
    .executeTakeFirst()
  return row !== undefined
}

type Card = { brand: string; lastDigits: string }

export async function isCardReserved(db: Db, userId: number, card: Card, now: Date): Promise<boolean> {
  const row = await withPayment(db)
    .innerJoin('attempt', 'attempt.payment_id', 'reservation.payment_id')
    .select('reservation.id')
    .where('reservation.user_id', '=', userId)
    .where(reserveStateSql(now), 'in', activeStates)
    .where('attempt.state', '=', 'held')
    .where('attempt.card_brand', '=', card.brand)
    .where('attempt.card_last_digits', '=', card.lastDigits)
    .executeTakeFirst()
  return row !== undefined
}

/** Leaves out expired reservations, also those that the sweep has not ended yet. */
export async function countReserved(db: Db, now: Date): Promise<ReadonlyMap<number, ReservedCount>> {
  const rows = await sql<{ lot_id: number; waiting: number; inside: number }>`
    select reservation.lot_id,
      (count(*) filter (where (reservation.state = 'held' and reservation.deadline_at >= ${now}
          and payment.state in ('created', 'authorising', 'awaiting_cardholder', 'unknown'))
        or (reservation.state = 'preauthorised' and not ${isArrivalOver(now)})))::int as waiting,
      (count(*) filter (where reservation.state in ('entered', 'surplus_due', 'exit_confirmed')))::int as inside
    from reservation join payment on payment.id = reservation.payment_id
    where reservation.state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed')
    group by reservation.lot_id`.execute(db)
  return new Map(rows.rows.map(({ lot_id, waiting, inside }) => [lot_id, { waiting, inside }]))
}

export async function insertReservation(
  tx: Tx,
  row: Omit<Insertable<ReservationTable>, 'state' | 'updated_at' | 'after_ticket_id'> & { created_at: Date },
): Promise<void> {
  const now = row.created_at
  // Orders tickets by id, not by clock (jobs/walkIn.ts).
  const newest = sql<number>`(select coalesce(max(id), 0) from ticket)`
  const { id } = await tx
    .insertInto('reservation')
    .values({ ...row, state: 'held', updated_at: now, after_ticket_id: newest })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, { ...reservationAuditEntry(id, 'customer', now), action: 'held', after: { state: 'held' } })
}

export function reservationAuditEntry(id: number, actor: string, now: Date) {
  return { at: now, actor, subject: 'reservation', subjectId: String(id) } as const
}

export const isReservationOver = sql`state in ('cancelled', 'no_show', 'released', 'exited')`

const isUnpaid = isInStates(sql.ref('payment.state'), ['created', ...endedUnpaidStates])

export const hasNoMoney = sql`exists (select 1 from payment where payment.id = reservation.payment_id and ${isUnpaid})
  and not exists (select 1 from ledger where ledger.payment_id = reservation.payment_id)`

const statesAwaitingExit = statesByAction.confirm.filter((state) => state !== 'exit_confirmed')

export const ticketReservationSql: TicketReservationSql = (ticketId, now) => sql`(
  select json_build_object('user_id', reservation.user_id, 'awaits_exit',
    ${reserveStateSql(sql`${now}::timestamptz`)} in (${sql.join(statesAwaitingExit.map((state) => sql.lit(state)))}),
    'open_until_ms', case when ${reserveStateSql(sql`${now}::timestamptz`)} = 'exit_confirmed'
      then (extract(epoch from reservation.deadline_at) * 1000)::float8 end)
  from reservation join payment on payment.id = reservation.payment_id where reservation.ticket_id = ${ticketId})`
