import { sql } from 'kysely'
import {
  type RetentionTables,
  legalRetentionDays,
  deleteRowsBefore,
  countReturnedRows,
} from '#kit/server/retention/retention.ts'
import type { Db } from '#db/schema.ts'

/** A replacement is deleted before the lost ticket. */
const isUnreferenced = sql`not exists (select 1 from paid_segment where ticket_id = ticket.id)
  and not exists (select 1 from payment where ticket_id = ticket.id)
  and not exists (select 1 from reservation where ticket_id = ticket.id)
  and not exists (select 1 from ticket replacement where replacement.replaces_id = ticket.id)`

export const ticketTables = {
  equipment_event: {
    rows: [{ days: 30, what: 'every row', end: deleteRowsBefore('equipment_event', 'at') }],
    why: 'a gate that was offline reads the feed on from where it stood, within a month (docs/equipment.md)',
    texts: { kind: 'plain', ticket_code: 'plain' },
  },
  exit_refusal: {
    rows: [
      {
        days: 30,
        what: 'a question that named no ticket',
        end: deleteRowsBefore('exit_refusal', 'at', sql`ticket_id is null`),
      },
      { days: 400, what: 'every row of a ticket', end: deleteRefusals },
    ],
    why: 'staff explain why a gate did not open, as long as the ticket keeps its plate',
    title: 'Recusas na saída',
    texts: {
      gate: 'plain',
      reason: 'plain',
      read: {
        description: 'placa lida na saída sem ticket, sem o nome de ninguém',
        exportKey: null,
        erasedWith: { days: 30 },
      },
    },
  },
  paid_segment: {
    rows: [
      {
        days: legalRetentionDays,
        what: 'every row, counted from the entrance, or from when it was told',
        end: deleteSegments,
      },
    ],
    why: 'the law’s time for money',
    texts: { method: 'plain' },
  },
  printed_code: {
    rows: { belongsTo: ['ticket'] },
    why: 'it opens what its ticket opens (docs/decisions/0023-a-gates-own-number.md)',
    texts: { code: 'plain', ticket_code: 'plain' },
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
        end: deleteRowsBefore('audit', 'at', sql`subject = 'ticket' and action = 'exited'`),
      },
      { days: 400, what: 'the plate, counted from the exit', end: clearPlates },
      {
        days: legalRetentionDays,
        what: 'every row, counted from the entrance, or from when it was told',
        end: deleteTickets,
      },
    ],
    why: 'a stay explains what was paid for it, or why nothing was; the dashboard looks back 400 days at once',
    title: 'Tickets',
    texts: {
      code: 'plain',
      gate: 'plain',
      plate: {
        description: 'placa lida na entrada, sem o nome de ninguém',
        exportKey: null,
        erasedWith: { days: 400 },
      },
      exit_gate: 'plain',
    },
  },
  validation: {
    rows: 'stays',
    why: 'what a shop owes; it names no driver, and loses its ticket when the ticket goes',
    texts: {
      ticket_code: 'plain',
      time_zone: 'plain',
      partner_name: 'plain',
      text: 'plain',
      by: 'plain',
      given_reason: 'plain',
      undone_by: 'plain',
      reason: 'plain',
    },
  },
} satisfies Partial<RetentionTables>

/** A device may say any instant of the past: `created_at` is the portal's own (docs/spec.md#r44). */
const wasToldBefore = (before: Date) => sql`ticket.created_at < ${before}`

function deleteTickets(db: Db, before: Date, limit: number): Promise<number> {
  const isOver = sql`${wasToldBefore(before)} and ${isUnreferenced}`
  return deleteRowsBefore('ticket', 'entered_at', isOver)(db, before, limit)
}

function deleteRefusals(db: Db, before: Date, limit: number): Promise<number> {
  const isOver = sql`exists (select 1 from ticket where ticket.id = ticket_id and ${wasToldBefore(before)})`
  return deleteRowsBefore('exit_refusal', 'at', isOver)(db, before, limit)
}

function clearPlates(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from ticket where exited_at < ${before} and exited_at is not null
    and ${wasToldBefore(before)} and plate is not null
    order by exited_at limit ${limit} for no key update skip locked`
  return countReturnedRows(db, sql`update ticket set plate = null where id = any(array(${old})) returning 1`)
}

function deleteSegments(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select paid_segment.ctid from ticket join paid_segment on paid_segment.ticket_id = ticket.id
    where entered_at < ${before} and paid_at < ${before} and ${wasToldBefore(before)} order by entered_at limit ${limit}
    for no key update of paid_segment skip locked`
  return countReturnedRows(db, sql`delete from paid_segment where ctid = any(array(${old})) returning 1`)
}
