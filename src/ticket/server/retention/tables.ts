import { sql } from 'kysely'
import { type RetentionTables, lawDays, rowsBefore } from '#kit/server/retention/retention.ts'
import { dropSegments, dropTickets, forgetPlates } from './forget.ts'

type TicketTable =
  | 'equipment_event'
  | 'exit_refusal'
  | 'paid_segment'
  | 'printed_code'
  | 'quote'
  | 'tariff'
  | 'ticket'
  | 'unpaid_exit'

export const ticketTables: Pick<RetentionTables, TicketTable> = {
  equipment_event: {
    rows: [{ days: 30, what: 'every row', end: rowsBefore('equipment_event', 'at') }],
    why: 'a gate that was offline reads the feed on from where it stood, within a month (docs/equipment.md)',
    texts: { kind: 'plain', ticket_code: 'plain' },
  },
  exit_refusal: {
    rows: [{ days: 400, what: 'every row', end: rowsBefore('exit_refusal', 'at') }],
    why: 'staff explain why a gate did not open, as long as the ticket keeps its plate',
    texts: { gate: 'plain', reason: 'plain' },
  },
  paid_segment: {
    rows: [{ days: lawDays, what: 'every row, counted from the entrance', end: dropSegments }],
    why: 'the law’s time for money',
    texts: { method: 'plain' },
  },
  printed_code: {
    rows: { belongsTo: ['ticket'] },
    why: 'it opens what its ticket opens (docs/decisions/0023-a-gates-own-number.md)',
    texts: { code: 'plain', ticket_code: 'plain' },
  },
  quote: {
    rows: [{ days: 1, what: 'from its end on', end: rowsBefore('quote', 'expires_at') }],
    why: 'written by the release before alone, while both run (docs/decisions/0018-derived-prices.md)',
    texts: { breakdown: 'plain' },
  },
  tariff: {
    rows: 'stays',
    why: 'what staff decided; every ticket names its version',
    texts: { name: 'plain', rules: 'plain', time_zone: 'plain' },
  },
  unpaid_exit: {
    rows: { belongsTo: ['ticket'] },
    why: 'what a car that staff let out still owes',
    texts: {},
  },
  ticket: {
    rows: [
      {
        days: 90,
        what: 'the trail’s row of an exit, which the ticket tells too',
        end: rowsBefore('audit', 'at', sql`subject = 'ticket' and action = 'exited'`),
      },
      { days: 400, what: 'the plate, counted from the exit', end: forgetPlates },
      { days: lawDays, what: 'every row, counted from the entrance', end: dropTickets },
    ],
    why: 'a stay explains what was paid for it, or why nothing was; the dashboard looks back 400 days at once',
    title: 'Tickets',
    texts: {
      code: 'plain',
      gate: 'plain',
      plate: { says: 'placa lida na entrada, sem o nome de ninguém', copied: null, goes: { days: 400 } },
      exit_gate: 'plain',
    },
  },
}
