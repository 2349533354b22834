import { type RawBuilder, sql } from 'kysely'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { readProtocol } from '#payment/texts.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { isWithin } from '#staff/server/localPeriod.ts'

export const allOpen = { q: '', state: 'open', from: null, until: null } as const

type Sought = {
  readonly table: 'contest' | 'dispute'
  readonly at: string
  readonly isNamed?: RawBuilder<boolean>
}

/** Whether a row, joined with its payment, is one that staff seek. The text is a ticket or a protocol, or `isNamed`. */
export function isSought(
  { q, state, ...search }: StateFilters<string>,
  { table, at, isNamed = sql<boolean>`false` }: Sought,
): RawBuilder<boolean> {
  const ofPayment = sql`payment.ticket_code = ${extractTicketCode(q)} or payment.id = ${readProtocol(q)}::bigint`
  const conditions = [
    isWithin(search, { at: `${table}.${at}`, zone: 'payment.time_zone', lot: 'payment.lot_id' }),
    ...(state === null ? [] : [sql`${sql.ref(`${table}.state`)} = ${state}`]),
    ...(q === '' ? [] : [sql`(${ofPayment} or ${isNamed})`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
