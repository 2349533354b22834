import type { ReservationDeps } from './deps.ts'
import { sql } from 'kysely'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { paymentTokens } from '#payment/server/findPayments.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import { reservationJobs } from './jobs/mailDriver.ts'
import { reservationsExport } from './exports/exportReservations.ts'
import { findPaymentIds } from './backoffice/searchReservations.ts'
import { backOfficeReservationRoutes as backOfficeRoutes } from './backoffice/routes.ts'
import { reservationRoutes } from './routes.ts'
import { reservationTrail } from '../auditTerms.ts'
import { reservationTables } from './retention/tables.ts'

export const reservationModule = {
  routes: (app, { reservation }, { portal }) => {
    reservationRoutes(app, reservation, portal)
    backOfficeRoutes(app, reservation, portal)
  },
  lotsOf: {
    reservation: sql`(select array[lot_id] from reservation where reservation.id = subject_id::bigint)`,
  },
  trails: { reservation: reservationTrail },
  names: {
    reservation: async (db, ids) => {
      const paymentIds = await findPaymentIds(db, ids.map(Number))
      const payments = await paymentTokens(db, [...paymentIds.values()])
      return new Map(
        [...paymentIds].flatMap(([id, paymentId]) => {
          const payment = payments.get(paymentId)
          return payment ? [[String(id), { about: payment.ticketCode, ref: payment.token }] as const] : []
        }),
      )
    },
  },
  exports: [reservationsExport],
  tables: reservationTables,
  ...bindJobs('reservation', reservationJobs),
} satisfies ServerModule<{ reservation: ReservationDeps }, Guards>
