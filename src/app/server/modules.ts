import { accountModule } from '#account/server/module.ts'
import { reportingModule } from '#reporting/server/module.ts'
import { cardModule } from '#card/server/module.ts'
import { equipmentModule } from '#equipment/server/module.ts'
import type { ActorKind } from '#kit/server/auditNames.ts'
import type { Work } from '#kit/server/jobs/job.ts'
import type { Keepings } from '#kit/server/retention/retention.ts'
import type { ServerModule } from '#kit/server/module.ts'
import { kitTables } from '#kit/server/retention/tables.ts'
import { parkingModule } from '#parking/server/module.ts'
import { paymentModule } from '#payment/server/module.ts'
import { receiptModule } from '#receipt/server/module.ts'
import { refundModule } from '#refund/server/module.ts'
import { reservationModule } from '#reservation/server/module.ts'
import type { Guards } from '#session/server/guards.ts'
import { reviewModule } from '#review/server/module.ts'
import { sessionModule } from '#session/server/module.ts'
import { siteModule } from '#site/server/module.ts'
import type { TrailNames } from '#staff/server/audit/names.ts'
import type { Trails } from '#staff/auditTerms.ts'
import { exportNames } from '#staff/server/exports/exportNames.ts'
import { staffModule } from '#staff/server/module.ts'
import { ticketModule } from '#ticket/server/module.ts'
import { vehicleModule } from '#vehicle/server/module.ts'

/** What each noun puts into the server. `app.ts` hands each its dependencies: one that lacks some does not compile. */
export const serverNouns = [
  sessionModule,
  staffModule,
  accountModule,
  vehicleModule,
  parkingModule,
  cardModule,
  paymentModule,
  refundModule,
  reviewModule,
  receiptModule,
  ticketModule,
  reservationModule,
  reportingModule,
  equipmentModule,
  siteModule,
] as const satisfies readonly ServerModule<never, Guards>[]

/** Every kind of job that there is. */
export const jobKinds = serverNouns.flatMap((noun) => ('jobs' in noun ? [...noun.jobs] : []))

type Working = Extract<(typeof serverNouns)[number], { works: unknown }>['works']
/** What all of them need together. */
type Needed = [Working] extends [(deps: infer Deps) => Work[]] ? Deps : never

/** Every kind of job, with what it needs. */
export function allWorks(deps: Needed): Work[] {
  return serverNouns.flatMap((noun) => ('works' in noun ? noun.works(deps) : []))
}

/** Every list that staff can take away as a file. */
export const exports = serverNouns.flatMap((noun) => ('exports' in noun ? [...noun.exports] : []))

/** Who acts under a numbered name, people first. */
const actors: readonly ActorKind[] = serverNouns.flatMap((noun) => ('actors' in noun ? [noun.actors] : []))

/** The audit trail's words for every kind of thing; one that is missing does not compile. */
export const trails: Trails = {
  ...staffModule.trails,
  ...accountModule.trails,
  ...parkingModule.trails,
  ...paymentModule.trails,
  ...ticketModule.trails,
  ...reservationModule.trails,
  ...reportingModule.trails,
  ...equipmentModule.trails,
  ...siteModule.trails,
}

/** How the audit trail finds names; a kind of thing that no noun finds does not compile. */
export const trailNames: TrailNames = {
  actors,
  subjects: {
    export: exportNames(exports),
    ...accountModule.names,
    ...parkingModule.names,
    ...paymentModule.names,
    ...ticketModule.names,
    ...reservationModule.names,
    ...reportingModule.names,
    ...equipmentModule.names,
    ...siteModule.names,
  },
}

/** The tables by the noun that each belongs to. */
export const tablesByNoun = {
  kit: kitTables(jobKinds),
  session: sessionModule.tables,
  staff: staffModule.tables,
  account: accountModule.tables,
  vehicle: vehicleModule.tables,
  parking: parkingModule.tables,
  card: cardModule.tables,
  payment: paymentModule.tables,
  ticket: ticketModule.tables,
  reservation: reservationModule.tables,
  reporting: reportingModule.tables,
  equipment: equipmentModule.tables,
} as const

/** How long the rows of every table are kept; a table without its row does not compile. */
export const tables: Keepings = {
  ...tablesByNoun.kit,
  ...tablesByNoun.session,
  ...tablesByNoun.staff,
  ...tablesByNoun.account,
  ...tablesByNoun.vehicle,
  ...tablesByNoun.parking,
  ...tablesByNoun.card,
  ...tablesByNoun.payment,
  ...tablesByNoun.ticket,
  ...tablesByNoun.reservation,
  ...tablesByNoun.reporting,
  ...tablesByNoun.equipment,
}
