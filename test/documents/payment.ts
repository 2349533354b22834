import { paymentCan } from '#payment/paymentState.ts'
import { code, table } from './markdown.ts'

/** In which states of a payment each action is allowed. */
export function actionsTable(): string {
  const rows = Object.entries(paymentCan).map(([action, states]) => [code(action), states.join(', ')])
  return table(['action', 'allowed in'], rows)
}
