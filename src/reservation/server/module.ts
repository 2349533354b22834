import type { ReservationDeps } from './deps.ts'
import { sql } from 'kysely'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { namesBySql } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import { reservationJobs } from './jobs/mailDriver.ts'
import { reservationsList } from './backoffice/reservationsList.ts'
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
    reservation: namesBySql(
      (ids) => sql`select reservation.id, reservation.ticket_code as about, token as ref
        from reservation join payment on payment.id = payment_id where reservation.id = ${ids}`,
    ),
  },
  exports: [reservationsList],
  tables: reservationTables,
  ...bindJobs('reservation', reservationJobs),
} satisfies ServerModule<{ reservation: ReservationDeps }, Guards>
