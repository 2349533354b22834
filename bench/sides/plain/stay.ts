import { type Db, statement } from './database.ts'
import { Refusal } from './refusal.ts'

type Rules = {
  tolerance_min: number
  first_hour_cents: number
  step_min: number
  step_cents: number
  exit_tolerance_min: number
}
type Ticket = {
  id: number
  code: string
  lot_id: number
  lot_name: string
  time_zone: string
  rules: Rules
  entered_at: Date
  exited_at: Date | null
  blocked_at: Date | null
}
type Segment = { n: number; amount_cents: number; exit_deadline_at: Date }

/** A ticket with its car park, tariff and paid segments. */
type Stay = Ticket & { segments: Segment[] }

const ticketText = `select t.id, t.code, t.lot_id, l.name as lot_name, l.time_zone, f.rules, t.entered_at, t.exited_at, t.blocked_at
  from ticket t join lot l on l.id = t.lot_id join tariff f on f.id = t.tariff_id where t.code = $1`
const readTicket = statement<Ticket>('read_ticket', ticketText)
const lockTicket = statement('lock_ticket', 'select id from ticket where code = $1 for no key update')
const readSegments = statement<Segment>(
  'read_segments',
  'select n, amount_cents, exit_deadline_at from paid_segment where ticket_id = $1 order by n',
)

/** Throws 404 where there is no such ticket. */
export async function readStay(db: Db, code: string): Promise<Stay> {
  const [ticket] = await readTicket(db, code)
  if (!ticket) throw new Refusal(404, 'not_found')
  return { ...ticket, segments: await readSegments(db, ticket.id) }
}

/** The same with the ticket locked until the transaction ends. */
export async function lockStay(db: Db, code: string): Promise<Stay> {
  await lockTicket(db, code)
  return readStay(db, code)
}

/** What is owed at an instant, in centavos; 0 while the deadline to leave lasts. Throws 409 for a ticket that cannot be paid. */
export function owedCents(stay: Stay, now: Date): number {
  if (stay.blocked_at || stay.exited_at) throw new Refusal(409, 'not_payable')
  const { tolerance_min, first_hour_cents, step_min, step_cents } = stay.rules
  if (stay.segments.some(({ exit_deadline_at }) => exit_deadline_at > now)) return 0
  const minutes = Math.floor((now.getTime() - stay.entered_at.getTime()) / 60_000)
  if (minutes <= tolerance_min) return 0
  const steps = Math.max(0, Math.ceil((minutes - 60) / step_min))
  const paid = stay.segments.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return Math.max(0, first_hour_cents + steps * step_cents - paid)
}

export const reais = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
