import type { Db } from '#db/schema.ts'
import type { Payment } from '../store.ts'
import { sentStates } from '../../paymentState.ts'

export async function isBeingPaid(db: Db, ticketId: number): Promise<boolean> {
  const payments = db.selectFrom('payment').select('id').where('ticket_id', '=', ticketId)
  return (await payments.where('state', 'in', sentStates).executeTakeFirst()) !== undefined
}

export async function paymentsOfTicket(db: Db, ticketId: number): Promise<Payment[]> {
  return db.selectFrom('payment').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute()
}
