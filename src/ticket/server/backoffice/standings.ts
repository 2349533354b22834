import { isoIn } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import type { TicketStanding } from '../../backoffice.ts'
import { withExitOpenUntil } from '../../stay.ts'
import type { TicketDeps } from '../deps.ts'
import { stayFromRows } from '../stay.ts'
import { listSegmentsOf, listTicketsInside } from '../store.ts'

type Deps = Pick<TicketDeps, 'db' | 'clock' | 'reservedStay'>

/** What the cars inside owe now, by ticket code: three statements for the rows of one page. */
export async function readStandings(
  { db, clock, reservedStay }: Deps,
  codes: readonly string[],
): Promise<ReadonlyMap<string, TicketStanding>> {
  const tickets = await listTicketsInside(db, codes)
  const ids = tickets.map(({ id }) => id)
  const segments = await listSegmentsOf(db, ids)
  const now = clock.now()
  const openUntil = await reservedStay.findOpenUntil(db, ids, now)
  return new Map(
    tickets.map((ticket) => {
      const own = segments.filter((segment) => segment.ticket_id === ticket.id)
      const stay = withExitOpenUntil(stayFromRows(ticket, own, now), openUntil.get(ticket.id) ?? null)
      const { state, exitDeadlineAt: until } = stay
      const mayExit = state === 'paid' && until !== null && canExitAt(until, now)
      return [ticket.code, { state, exit_until: mayExit ? isoIn(ticket.time_zone, until) : null }]
    }),
  )
}
