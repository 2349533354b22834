import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { batchedRead } from '#kit/server/db/query/batchedRead.ts'
import { personLimitKey } from '#payment/server/attempt/cardLimits.ts'
import { type BlockingPayment, blockingPaymentSql } from '#payment/server/flow/paymentBlock.ts'
import { hashRateKey, limitReachedAt } from '#session/server/limits/hits.ts'
import { withExitOpenUntil, type Stay, stayAt } from '../stay.ts'
import { type TariffRules, tariffRules } from '../tariff.ts'
import { type StayInput, stayFactsOf } from './stay.ts'
import { findCodeByPrinted } from './codes/ticketCodes.ts'
import { type SegmentFacts, segmentMoney, type StoredTicket, type ValidationFacts } from './store.ts'
import * as z from 'zod/mini'

export type TicketSummary = Pick<
  StoredTicket,
  'id' | 'code' | 'lot_id' | 'lot_name' | 'has_partners' | 'time_zone' | 'entered_at' | 'read_at'
> & { readonly lot_city_id?: number | null }

type TicketReservation = {
  readonly user_id: number | null
  readonly awaits_exit: boolean
  readonly open_until_ms: number | null
}
export type TicketReservationSql = (
  ticketId: RawBuilder<number>,
  now: RawBuilder<Date>,
) => RawBuilder<TicketReservation | null>

export type LookUpCaller = { ip: string; sessionHash: string; userId: number | null }

export type TicketSnapshot = StayInput & {
  readonly ticket: TicketSummary
  readonly reservation: TicketReservation | null
  readonly atTheBank: BlockingPayment | null
  readonly cardLimitSince: Date | null
  readonly lookUpLimitSince: Date | null
}

export type ReadSnapshot = (db: Db, code: string, by: SnapshotFor) => Promise<TicketSnapshot | null>
type SnapshotFor = { caller: LookUpCaller; now: Date }

type Row = TicketSummary &
  Pick<StoredTicket, 'exited_at' | 'blocked_at' | 'fee_cents' | 'tariff_id'> & {
    segments: readonly SegmentJson[] | null
    validations: readonly ValidationJson[] | null
    reservation: TicketReservation | null
    at_the_bank: BlockingPayment | null
    cards_since: Date | null
    look_ups_since: Date | null
  }
type SnapshotQuery = { code: string; now: Date; sessionHash: string; cardsKey: string; lookUpsKey: string }

export function createSnapshotReader(reservationSql: TicketReservationSql): ReadSnapshot {
  const id = sql.ref<number>('ticket.id')
  const rulesOf = cachedRules()
  const read = batchedRead<SnapshotQuery, Row>(
    { code: 'character(13)', now: 'timestamptz', sessionHash: 'text', cardsKey: 'text', lookUpsKey: 'text' },
    (param) => sql`
      select ticket.id, ticket.code, ticket.lot_id, ticket.entered_at, ticket.exited_at, ticket.blocked_at,
        ticket.fee_cents, lot.name as lot_name, lot.has_partners, tariff.time_zone,
        ticket.tariff_id,
        statement_timestamp() as read_at, (select city_id from lot_city where lot_id = lot.id) as lot_city_id,
        ${segmentsJson} as segments,
        case when lot.has_partners then ${validationsJson} end as validations,
        ${reservationSql(id, param('now'))} as reservation,
        ${blockingPaymentSql(id, param('sessionHash'))} as at_the_bank,
        ${limitReachedAt('card_person', param('cardsKey'), param('now'))} as cards_since,
        ${limitReachedAt('look_up_address', param('lookUpsKey'), param('now'))} as look_ups_since
      from ticket join lot on lot.id = ticket.lot_id join tariff on tariff.id = ticket.tariff_id
      where ticket.code = ${param('code')}`,
  )
  return async (db, code, { caller, now }) => {
    const { sessionHash } = caller
    const cardsKey = hashRateKey(personLimitKey(caller))
    const lookUpsKey = hashRateKey({ limit: 'look_up_address', key: caller.ip })
    const readBy = (code: string) => read(db, { code, now, sessionHash, cardsKey, lookUpsKey })
    const row = (await readBy(code)) ?? (await readByPrintedCode(db, code, readBy))
    if (!row) return null
    return snapshotOf(row, await rulesOf(db, row.tariff_id))
  }
}

type ReadRow = (code: string) => Promise<Row | undefined>

async function readByPrintedCode(db: Db, printed: string, readBy: ReadRow) {
  const own = await findCodeByPrinted(db, printed)
  const row = own === null ? undefined : await readBy(own)
  return row && { ...row, code: printed }
}

function snapshotOf(row: Row, rules: TariffRules): TicketSnapshot {
  return {
    ticket: row,
    facts: stayFactsOf(row, {
      segments: (row.segments ?? []).map(parseSegment),
      validations: (row.validations ?? []).map(parseValidation),
    }),
    terms: { rules, timeZone: row.time_zone },
    reservation: row.reservation,
    atTheBank: row.at_the_bank,
    cardLimitSince: row.cards_since,
    lookUpLimitSince: row.look_ups_since,
  }
}

export function stayOfSnapshot({ facts, terms, reservation }: TicketSnapshot, now: Date): Stay {
  const untilMs = reservation?.open_until_ms ?? null
  return withExitOpenUntil(stayAt(facts, terms, now), untilMs === null ? null : new Date(untilMs))
}

const maxCached = 500

function cachedRules(): (db: Db, tariffId: number) => Promise<TariffRules> {
  const cache = new Map<number, TariffRules>()
  return async (db, tariffId) => {
    const known = cache.get(tariffId)
    if (known !== undefined) return known
    const tariff = db.selectFrom('tariff').select('rules').where('id', '=', tariffId)
    const rules = z.parse(tariffRules, (await tariff.executeTakeFirstOrThrow()).rules)
    if (cache.size >= maxCached) cache.clear()
    cache.set(tariffId, rules)
    return rules
  }
}

type SegmentJson = Omit<SegmentFacts, 'paid_at' | 'exit_deadline_at' | 'undone_at'> & {
  readonly paid_at: string
  readonly exit_deadline_at: string | null
  readonly undone_at: string | null
}

const segmentsJson = sql<readonly SegmentJson[] | null>`(
  select json_agg(found) from (
    select n, amount_cents, handed_back_cents, paid_at, exit_deadline_at, source, undone_at, ${segmentMoney} as money
    from paid_segment where ticket_id = ticket.id order by n) as found)`

function parseSegment(segment: SegmentJson): SegmentFacts {
  const { paid_at, exit_deadline_at: until, undone_at: undone } = segment
  return {
    ...segment,
    paid_at: new Date(paid_at),
    exit_deadline_at: until === null ? null : new Date(until),
    undone_at: undone === null ? null : new Date(undone),
  }
}

type ValidationJson = Omit<ValidationFacts, 'at' | 'undone_at' | 'counts_until_at'> & {
  readonly at: string
  readonly undone_at: string | null
  readonly counts_until_at: string | null
}

const validationsJson = sql<readonly ValidationJson[] | null>`(
  select json_agg(found) from (
    select validation.id, kind, value, max_cents, partner_name, text, at, granted_cents,
      validation.undone_at, counts_until_at,
      (select n from paid_segment where paid_segment.id = segment_id) as segment_n
    from validation where ticket_id = ticket.id order by validation.id) as found)`

function parseValidation(row: ValidationJson): ValidationFacts {
  const { at, undone_at: undone, counts_until_at: until } = row
  return {
    ...row,
    at: new Date(at),
    undone_at: undone === null ? null : new Date(undone),
    counts_until_at: until === null ? null : new Date(until),
  }
}
