import type { RouteName } from '#kit/web/route/routes.ts'
import { methodOf, methods } from '../method.ts'

/** Where each instrument pays; a method whose instrument has no screen does not compile. */
const screens = {
  card: 'payment.creditDebitCard',
  pix: 'payment.pix',
} as const satisfies Readonly<Record<(typeof methods)[keyof typeof methods]['instrument'], RouteName>>

/** The screen on which an unpaid payment goes on. */
export function payScreenOf(payment: { readonly payment_type: number }) {
  return screens[methods[methodOf(payment.payment_type)].instrument]
}
