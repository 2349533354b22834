import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { tariffRules } from '../../tariff.ts'
import { stayOf } from '../stay.ts'
import { exitRefusalsOf } from '../gate/exitRefusals.ts'
import { owedCents } from './searchTickets.ts'
import { printedCodeOf } from '../codes/printedCode.ts'
import { segmentsOf, ticketById } from '../store.ts'

export type TicketFile = Awaited<ReturnType<typeof openTicket>>

/** Throws `not_found`. */
export async function openTicket(db: Db, id: number, now: Date) {
  const known = await db
    .selectFrom('ticket')
    .select(owedCents.as('owed_cents'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw fail('not_found')
  const ticket = await ticketById(db, id)
  const tariff = await db
    .selectFrom('tariff')
    .select(['name', 'version'])
    .where('id', '=', ticket.tariff_id)
    .executeTakeFirstOrThrow()
  const news = await db
    .selectFrom('equipment_event')
    .select(['kind', 'at', 'deadline_at'])
    .where('ticket_code', '=', ticket.code)
    .orderBy('id')
    .execute()
  const named = db.selectFrom('ticket').select(['id', 'code'])
  const replaces =
    ticket.replaces_id === null
      ? undefined
      : await named.where('id', '=', ticket.replaces_id).executeTakeFirst()
  const replacedBy = await named.where('replaces_id', '=', id).executeTakeFirst()
  return {
    ticket,
    tariff: `${tariff.name} (versão ${tariff.version})`,
    stay: await stayOf(db, ticket, now),
    segments: await segmentsOf(db, id),
    news,
    refusals: await exitRefusalsOf(db, id),
    owedCents: known.owed_cents,
    /** Printed by the gate; null if that is the ticket's code. */
    printed: await printedCodeOf(db, ticket.code),
    replaces: replaces ?? null,
    replacedBy: replacedBy ?? null,
  }
}

export function lostFeeOf({ ticket }: TicketFile): number {
  return z.parse(tariffRules, ticket.rules).lost_ticket_fee_cents
}
