import type { ServerModule } from '#kit/server/module.ts'
import type { Doors } from '#session/server/doors.ts'
import type { PaymentDeskDeps } from './backoffice/deps.ts'
import { transactionRoutes } from './backoffice/routes.ts'
import { tokensOf } from './backoffice/tokensOf.ts'
import { paymentRoutes } from './routes.ts'
import { paymentTrail } from '../auditTerms.ts'
import { worksOf } from '#kit/server/jobs/job.ts'
import { paymentJobs } from './jobs/paymentJobs.ts'
import { paymentTables } from './retention/tables.ts'

/** Money: transactions, their attempts, refunds, receipts. */
export const paymentModule = {
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
} satisfies ServerModule<{ payment: PaymentDeskDeps }, Doors>
