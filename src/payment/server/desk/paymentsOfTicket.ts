import type { Db } from '#db/schema.ts'
import { inFlightStates } from '../../paymentState.ts'
import type { Payment } from '../store.ts'

/** Whether somebody is paying this ticket: the acquirer still owes an answer. */
export async function hasPaymentInFlight(db: Db, ticketId: number): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('state', 'in', inFlightStates)
    .executeTakeFirst()
  return payment !== undefined
}

/** The payments of a ticket, oldest first. */
export async function paymentsOfTicket(db: Db, ticketId: number): Promise<Payment[]> {
  return db.selectFrom('payment').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute()
}
