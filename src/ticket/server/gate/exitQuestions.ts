import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { isInLots } from '#staff/server/member.ts'
import type { WireExitQuestion } from '../../backoffice.ts'
import type { TicketSearchTerm } from '../../ticketSearch.ts'

const shownQuestions = 10

type QuestionFilters = { deviceId: number } | { read: TicketSearchTerm; lots: VisibleLots }

/** The newest questions that named no ticket, of a device or of a searched plate or code. */
export function listExitQuestions(db: Db, of: QuestionFilters) {
  const newest = db
    .selectFrom('exit_refusal')
    .innerJoin('lot', 'lot.id', 'exit_refusal.lot_id')
    .innerJoin('device', 'device.id', 'exit_refusal.device_id')
    .select([
      'exit_refusal.id',
      'exit_refusal.gate',
      'exit_refusal.at',
      'exit_refusal.read',
      'lot.name as lot',
      'lot.time_zone',
    ])
    .select('device.name as device')
    .where('exit_refusal.ticket_id', 'is', null)
    .orderBy('exit_refusal.at', 'desc')
    .orderBy('exit_refusal.id', 'desc')
    .limit(shownQuestions)
  if ('deviceId' in of) return newest.where('exit_refusal.device_id', '=', of.deviceId).execute()
  return newest
    .where('exit_refusal.read', '>=', of.read.from)
    .where('exit_refusal.read', '<=', of.read.to)
    .where(isInLots(of.lots, sql.ref('exit_refusal.lot_id')))
    .execute()
}

type FoundQuestion = Awaited<ReturnType<typeof listExitQuestions>>[number]

export function wireExitQuestion(found: FoundQuestion): WireExitQuestion {
  const { at, read, gate, lot, device, time_zone } = found
  return { gate, lot, device, time_zone, at: isoIn(time_zone, at), read: read ?? '' }
}
