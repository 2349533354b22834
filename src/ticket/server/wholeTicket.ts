import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { batchedRead } from '#kit/server/db/query/batchedRead.ts'
import { personOf } from '#payment/server/attempt/cardTries.ts'
import { type AtTheBank, atTheBank } from '#payment/server/flow/inTheWay.ts'
import { keyHash, reachedSince } from '#session/server/limits/hits.ts'
import { openedUntil, type Stay, stayAt } from '../stay.ts'
import type { TariffRules } from '../tariff.ts'
import { rulesKept } from './rules.ts'
import { segmentsInOne, segmentsRead, type SegmentsTold } from './segmentsInOne.ts'
import { paidSegmentOf, type Priceable } from './stay.ts'
import { codeBehind } from './codes/printedCode.ts'
import type { StoredTicket } from './store.ts'

/** What a person is shown of a ticket besides its stay. */
export type ShownTicket = Pick<
  StoredTicket,
  'id' | 'code' | 'lot_id' | 'lot_name' | 'time_zone' | 'entered_at' | 'read_at'
> & { readonly lot_city_id?: number | null }

/** What the reservation of a ticket says of it; reservations are wired in, never imported. */
export type Reserved = {
  readonly user_id: number | null
  readonly awaits_exit: boolean
  /** Until when its exit is open, where it is. */
  readonly open_until_ms: number | null
}
export type ReservedTicket = (
  ticketId: RawBuilder<number>,
  now: RawBuilder<Date>,
) => RawBuilder<Reserved | null>

/** Who looks. */
export type Looker = { readonly ip: string; readonly sessionHash: string; readonly userId: number | null }

/** A ticket with all that its price, and who may pay it, depend on. */
export type WholeTicket = Priceable & {
  readonly ticket: ShownTicket
  readonly reserved: Reserved | null
  /** Its payment that waits for a bank, of the last segment that has one. */
  readonly atTheBank: AtTheBank | null
  /**
   * The mark that the caller waits for where the limit is reached: of their refused cards of the day, and of their
   * address's unknown tickets of the hour.
   */
  readonly cardsSince: Date | null
  readonly looksSince: Date | null
}

export type ReadWhole = (
  db: Db,
  code: string,
  by: { looker: Looker; now: Date },
) => Promise<WholeTicket | null>

type Row = ShownTicket & {
  exited_at: Date | null
  blocked_at: Date | null
  fee_cents: number
  tariff_id: number
  segments: SegmentsTold
  reserved: Reserved | null
  at_the_bank: AtTheBank | null
  cards_since: Date | null
  looks_since: Date | null
}
type Asked = { code: string; now: Date; sessionHash: string; cardsKey: string; looksKey: string }

/** The look-up's one statement. Null when there is no such ticket. */
export function wholeTicket(reserved: ReservedTicket): ReadWhole {
  const id = sql.ref<number>('ticket.id')
  const rulesOf = rulesKept()
  const read = batchedRead<Asked, Row>(
    {
      code: 'character(13)',
      now: 'timestamptz',
      sessionHash: 'text',
      cardsKey: 'text',
      looksKey: 'text',
    },
    (asked) => sql`
      select ticket.id, ticket.code, ticket.lot_id, ticket.entered_at, ticket.exited_at, ticket.blocked_at,
        ticket.fee_cents, lot.name as lot_name, lot.time_zone, ticket.tariff_id,
        statement_timestamp() as read_at, (select city_id from lot_city where lot_id = lot.id) as lot_city_id,
        ${segmentsInOne} as segments,
        ${reserved(id, asked('now'))} as reserved,
        ${atTheBank(id, asked('sessionHash'))} as at_the_bank,
        ${reachedSince('card_person', asked('cardsKey'), asked('now'))} as cards_since,
        ${reachedSince('look_up_address', asked('looksKey'), asked('now'))} as looks_since
      from ticket join lot on lot.id = ticket.lot_id
      where ticket.code = ${asked('code')}`,
  )
  return async (db, code, { looker, now }) => {
    const { sessionHash } = looker
    const cardsKey = keyHash(personOf(looker))
    const looksKey = keyHash({ limit: 'look_up_address', key: looker.ip })
    const readBy = (code: string) => read(db, { code, now, sessionHash, cardsKey, looksKey })
    const row = (await readBy(code)) ?? (await readPrinted(db, code, readBy))
    return row ? wholeOf(row, await rulesOf(db, row.tariff_id)) : null
  }
}

/** By the number that a gate printed, which is what its driver reads: the ticket is shown by it. */
async function readPrinted(
  db: Db,
  printed: string,
  readBy: (code: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const own = await codeBehind(db, printed)
  const row = own === null ? undefined : await readBy(own)
  return row && { ...row, code: printed }
}

function wholeOf(row: Row, rules: TariffRules): WholeTicket {
  return {
    ticket: row,
    facts: {
      enteredAt: row.entered_at,
      exitedAt: row.exited_at,
      blockedAt: row.blocked_at,
      feeCents: row.fee_cents,
      segments: segmentsRead(row.segments).map(paidSegmentOf),
    },
    terms: { rules, timeZone: row.time_zone },
    reserved: row.reserved,
    atTheBank: row.at_the_bank,
    cardsSince: row.cards_since,
    looksSince: row.looks_since,
  }
}

/** How the stay stands for whoever asks at `now`: what the exit gate goes by. */
export function stayShown({ facts, terms, reserved }: WholeTicket, now: Date): Stay {
  const untilMs = reserved?.open_until_ms ?? null
  return openedUntil(stayAt(facts, terms, now), untilMs === null ? null : new Date(untilMs))
}
