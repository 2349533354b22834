import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import type { PaymentDeskDeps } from './desk/deps.ts'
import { transactionRoutes } from './desk/routes.ts'
import { tokensOf } from './desk/tokensOf.ts'
import { paymentRoutes } from './routes.ts'
import { paymentTrail } from '../trail.ts'

/** Money: transactions, their attempts, refunds, receipts. */
export const paymentNoun = {
  routes: (app, { payment }, doors) => {
    paymentRoutes(app, payment, doors)
    transactionRoutes(app, payment, doors.portal)
  },
  trails: { payment: paymentTrail },
  names: {
    payment: async (db, ids) => {
      const payments = await tokensOf(db, ids.map(Number))
      return new Map(
        [...payments].map(([id, { token, ticketCode }]) => [String(id), { about: ticketCode, ref: token }]),
      )
    },
  },
} satisfies ServerNoun<{ payment: PaymentDeskDeps }, Doors>
