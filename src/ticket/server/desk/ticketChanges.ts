import { fail } from '#kit/fail.ts'
import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { reservationIdOfTicket } from '#reservation/server/desk/searchReservations.ts'
import { lockReservationOf, surplusPaid } from '#reservation/server/flow/surplusPaid.ts'
import { replaceTicket } from './replaceTicket.ts'
import { type Waiving, waiveDue } from './waiveDue.ts'

/** Lets a driver off what is due; of a reserved car the exit opens as if it had been paid at a machine. */
export async function waive(db: Db, waiving: Waiving): Promise<void> {
  const { ticketId, actor, now } = waiving
  await transaction(db, async (db) => {
    await lockReservationOf(db, ticketId)
    const { exitDeadlineAt } = await waiveDue(db, waiving)
    await surplusPaid(db, ticketId, { exitDeadlineAt, actor, now })
  })
}

/** Replaces a lost ticket. A reserved car leaves by plate or QR code, whatever became of its paper. */
export async function replace(db: Db, lost: Waiving): Promise<number> {
  return transaction(db, async (db) => {
    if ((await reservationIdOfTicket(db, lost.ticketId)) !== null) throw fail('ticket_reserved')
    return replaceTicket(db, lost)
  })
}
