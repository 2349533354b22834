import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { findActorTexts } from '#staff/server/history.ts'
import type { BackOfficeTicket } from '../../backoffice.ts'
import type { TicketDeps } from '../deps.ts'
import { validationText } from '../stay.ts'
import type { SegmentFacts, StayRows, StoredTicket, ValidationRow } from '../store.ts'
import { takenOffNow } from '../validation/takenOff.ts'

type WireValidation = BackOfficeTicket['validations'][number]
type Rows = StayRows<SegmentFacts, ValidationRow>

/** The validations of a ticket as staff see them, in the order in which they were given. */
export async function wireValidations(
  deps: Pick<TicketDeps, 'db' | 'people'>,
  ticket: StoredTicket,
  stayRows: Rows,
  now: Date,
): Promise<WireValidation[]> {
  const { validations } = stayRows
  if (validations.length === 0) return []
  const off = takenOffNow(ticket, stayRows, now)
  const whoOf = await findActorTexts(
    deps,
    validations.map(({ by }) => by),
  )
  const iso = (at: Date | null) => at && isoIn(ticket.time_zone, at)
  return validations.map((row) => ({
    id: row.id,
    text: validationText(row),
    state: stateOfValidation(row),
    off: wireMoney(row.undone_at === null ? (off.get(row.id) ?? 0) : 0),
    at: isoIn(ticket.time_zone, row.at),
    who: whoOf(row.by),
    reason: row.given_reason,
    undone_at: iso(row.undone_at),
    undone_reason: row.reason,
    counts_until: iso(row.counts_until_at),
  }))
}

export function stateOfValidation({
  undone_at: undoneAt,
  fixed_at: fixedAt,
}: Pick<ValidationRow, 'undone_at' | 'fixed_at'>): WireValidation['state'] {
  if (undoneAt !== null) return 'undone'
  return fixedAt === null ? 'standing' : 'fixed'
}
