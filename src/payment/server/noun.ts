import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import type { PaymentDeskDeps } from './desk/deps.ts'
import { transactionRoutes } from './desk/routes.ts'
import { tokensOf } from './desk/tokensOf.ts'
import { paymentRoutes } from './routes.ts'
import { paymentTrail } from '../trail.ts'
import { worksOf } from '#kit/server/jobs/job.ts'
import { paymentJobs } from './jobs/paymentJobs.ts'
import { paymentTables } from './keeping/tables.ts'

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
  jobs: paymentJobs,
  works: ({ payment }) => worksOf(paymentJobs, payment),
  tables: paymentTables,
} satisfies ServerNoun<{ payment: PaymentDeskDeps }, Doors>
