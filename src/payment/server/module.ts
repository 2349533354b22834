import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { paymentTrail } from '../auditTerms.ts'
import { endOpenAttemptJob } from '../authentication/server/endOpenAttempt.ts'
import { authenticationRoutes } from '../authentication/server/routes.ts'
import { bearerRoutes } from '../bearer/server/routes.ts'
import { endHoldJob } from '../hold/server/endHold.ts'
import { detectDuplicatesJob } from '../janitor/server/detectDuplicates.ts'
import { pixRoutes } from '../pix/server/routes.ts'
import type { PaymentDeps } from './deps.ts'
import { acquirerEventJob } from './notification/readNotification.ts'
import { recheckJob, recheckCodeJob, recheckSoonJob } from './notification/recheck.ts'
import { notificationRoutes } from './notification/routes.ts'
import { paymentTables } from './retention/tables.ts'

export const paymentModule = {
  routes: (app, { payment }, doors) => {
    bearerRoutes(app, payment, doors.portal)
    pixRoutes(app, payment, doors.portal)
    notificationRoutes(app, payment, doors.outside)
    authenticationRoutes(app, payment, doors.cookies)
  },
  lotsOf: { payment: sql`(select array[lot_id] from payment where payment.id = subject_id::bigint)` },
  trails: { payment: paymentTrail },
  names: {
    payment: namesBySql(
      (ids) => sql`select id, ticket_code as about, token as ref from payment where id = ${ids}`,
    ),
  },
  ...bindJobs('payment', [
    recheckSoonJob,
    recheckCodeJob,
    endOpenAttemptJob,
    endHoldJob,
    recheckJob,
    acquirerEventJob,
    detectDuplicatesJob,
  ]),
  tables: paymentTables,
} satisfies ServerModule<{ payment: PaymentDeps }, Guards>
