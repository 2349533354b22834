import { isoIn } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import type { TicketStanding } from '../../backoffice.ts'
import { withExitOpenUntil } from '../../stay.ts'
import type { TicketDeps } from '../deps.ts'
import type { ReservedStay } from './reservedStay.ts'
import { stayFromRows } from '../stay.ts'
import { listSegmentsOf, listTicketsInside, listValidationsOf } from '../store.ts'

type Deps = Pick<TicketDeps, 'db'> & { readonly reservedStay: Pick<ReservedStay, 'findOpenUntil'> }

/** What the cars inside owe now, by ticket code: three statements for one page or batch, four where shops validate. */
export async function readStandings(
  { db, reservedStay }: Deps,
  codes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TicketStanding>> {
  const tickets = await listTicketsInside(db, codes)
  const ids = tickets.map(({ id }) => id)
  const segments = await listSegmentsOf(db, ids)
  const partnered = tickets.filter(({ has_partners }) => has_partners).map(({ id }) => id)
  const validations = partnered.length === 0 ? [] : await listValidationsOf(db, partnered)
  const openUntil = await reservedStay.findOpenUntil(db, ids, now)
  return new Map(
    tickets.map((ticket) => {
      const isOwn = ({ ticket_id }: { ticket_id: number | null }) => ticket_id === ticket.id
      const own = { segments: segments.filter(isOwn), validations: validations.filter(isOwn) }
      const stay = withExitOpenUntil(stayFromRows(ticket, own, now), openUntil.get(ticket.id) ?? null)
      const { state, exitDeadlineAt: until } = stay
      const mayExit = state === 'paid' && until !== null && canExitAt(until, now)
      return [ticket.code, { state, exit_until: mayExit ? isoIn(ticket.time_zone, until) : null }]
    }),
  )
}
