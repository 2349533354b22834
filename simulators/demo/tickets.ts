import { transaction } from '#kit/server/db/transaction.ts'
import type { Db, Tx } from '#db/schema.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { recordMachinePayment } from '#ticket/server/flow/recordMachinePayment.ts'
import { readStay } from '#ticket/server/stay.ts'
import { findTicketByCode } from '#ticket/server/store.ts'

type DemoTicket = {
  note: string
  lotId: number
  parked: number
  /** Paid at a machine `ago` minutes ago; null if unpaid. */
  paid: { ago: number; amountCents: number } | null
  state: string
}

const demoTickets: readonly DemoTicket[] = [
  { note: 'em aberto', lotId: 1, parked: 125, paid: null, state: 'due' },
  { note: 'em aberto (Garagem Centro, 3 h)', lotId: 1, parked: 185, paid: null, state: 'due' },
  { note: 'em aberto (Shopping Norte)', lotId: 2, parked: 95, paid: null, state: 'due' },
  { note: 'em aberto (Aeroporto, diária)', lotId: 3, parked: 1500, paid: null, state: 'due' },
  { note: 'dentro da tolerância de entrada', lotId: 1, parked: 5, paid: null, state: 'free' },
  {
    note: 'pago na máquina, ainda dentro do prazo',
    lotId: 2,
    parked: 70,
    paid: { ago: 2, amountCents: 1100 },
    state: 'paid',
  },
  {
    note: 'prazo vencido, com diferença a pagar',
    lotId: 1,
    parked: 150,
    paid: { ago: 40, amountCents: 600 },
    state: 'overdue',
  },
]

const tooOldMs = 48 * 60 * minuteMs

type KnownTicket = { code: string; note: string }

/** Keeps tickets that still match their note and replaces the others. */
export async function freshTickets(db: Db, known: readonly KnownTicket[], now: Date): Promise<KnownTicket[]> {
  const tickets: KnownTicket[] = []
  for (const want of demoTickets) {
    const kept = known.find(({ note }) => note === want.note)
    const isKept = kept !== undefined && (await isFresh(db, kept.code, want, now))
    const code = isKept ? kept.code : await transaction(db, (tx) => issue(tx, want, now))
    tickets.push({ code, note: want.note })
  }
  return tickets
}

async function isFresh(db: Db, code: string, want: DemoTicket, now: Date): Promise<boolean> {
  const ticket = await findTicketByCode(db, code)
  if (!ticket || now.getTime() - ticket.entered_at.getTime() > tooOldMs) return false
  const { state, freeUntil, exitDeadlineAt } = await readStay(db, ticket, now)
  if (state !== want.state) return false
  const until = freeUntil ?? exitDeadlineAt
  // The remaining time must be enough to look at the ticket.
  const mayLeave = want.state === 'free' || want.state === 'paid'
  return !mayLeave || (until !== null && until > addMs(now, 2 * minuteMs))
}

async function issue(db: Tx, want: DemoTicket, now: Date): Promise<string> {
  const enteredAt = addMs(now, -want.parked * minuteMs)
  const code = await issueTicket(db, {
    lotId: want.lotId,
    gate: 'E1',
    code: null,
    plate: null,
    enteredAt,
    now,
  })
  if (!want.paid) return code
  const paidAt = addMs(now, -want.paid.ago * minuteMs)
  await recordMachinePayment(db, { code, amountCents: want.paid.amountCents, paidAt, now, actor: 'demo' })
  return code
}
