import { call } from '#kit/web/call/call.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { methodRow } from '#payment/method.ts'
import { createTransaction } from '../../contract.ts'
import { lookUp } from '../lookUp.ts'

/** Updates the open payment to today's amount. Throws a `CallFailure` if nothing is due. */
export async function reprice(payment: WireTransaction): Promise<WireTransaction> {
  const { ticket } = await lookUp(payment.ticket_code)
  const { data } = await call(createTransaction, {
    body: {
      ticket_code: ticket.code,
      ticket_value: ticket.value,
      payment_type: methodRow(payment.payment_type).wire,
      pm_person_paymethod_id: null,
    },
  })
  return data
}
