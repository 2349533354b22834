import { accountModule } from '#account/server/module.ts'
import { reportingModule } from '#reporting/server/module.ts'
import { closingModule } from '#closing/server/module.ts'
import { cardModule } from '#card/server/module.ts'
import { contestModule } from '#contest/server/module.ts'
import { disputeModule } from '#dispute/server/module.ts'
import { alertModule } from '#alert/server/module.ts'
import { equipmentModule } from '#equipment/server/module.ts'
import { mergeField } from '../mergeField.ts'
import type { ActorKind } from '#kit/server/auditNames.ts'
import type { JobHandler } from '#kit/server/jobs/job.ts'
import type { RetentionTables } from '#kit/server/retention/retention.ts'
import type { ServerModule } from '#kit/server/module.ts'
import { kitTables } from '#kit/server/retention/tables.ts'
import { parkingModule } from '#parking/server/module.ts'
import { partnerModule } from '#partner/server/module.ts'
import { paymentModule } from '#payment/server/module.ts'
import { receiptModule } from '#receipt/server/module.ts'
import { refundModule } from '#refund/server/module.ts'
import { reminderModule } from '#reminder/server/module.ts'
import { reservationModule } from '#reservation/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { reviewModule } from '#review/server/module.ts'
import { searchModule } from '#search/server/module.ts'
import { sessionModule } from '#session/server/module.ts'
import { siteModule } from '#site/server/module.ts'
import type { TrailNames } from '#staff/server/trailNames.ts'
import type { Trails } from '#staff/auditTerms.ts'
import { exportNames } from '#staff/server/exports/defineExport.ts'
import { staffModule } from '#staff/server/module.ts'
import { ticketModule } from '#ticket/server/module.ts'
import { tillModule } from '#till/server/module.ts'
import { vehicleModule } from '#vehicle/server/module.ts'

export const nouns = {
  session: sessionModule,
  staff: staffModule,
  account: accountModule,
  vehicle: vehicleModule,
  parking: parkingModule,
  card: cardModule,
  payment: paymentModule,
  refund: refundModule,
  review: reviewModule,
  receipt: receiptModule,
  reminder: reminderModule,
  ticket: ticketModule,
  partner: partnerModule,
  reservation: reservationModule,
  till: tillModule,
  reporting: reportingModule,
  closing: closingModule,
  equipment: equipmentModule,
  dispute: disputeModule,
  contest: contestModule,
  alert: alertModule,
  search: searchModule,
  site: siteModule,
} as const satisfies Readonly<Record<string, ServerModule<never, Guards>>>

export const serverModules = Object.values(nouns)

export const jobKinds = serverModules.flatMap((noun) => ('jobs' in noun ? [...noun.jobs] : []))

type JobsOf = Extract<(typeof serverModules)[number], { works: unknown }>['works']
type JobDeps = [JobsOf] extends [(deps: infer Deps) => JobHandler[]] ? Deps : never

export function bindJobs(deps: JobDeps): JobHandler[] {
  return serverModules.flatMap((noun) => ('works' in noun ? noun.works(deps) : []))
}

export const exports = serverModules.flatMap((noun) => ('exports' in noun ? [...noun.exports] : []))

const actors: readonly ActorKind[] = serverModules.flatMap((noun) => ('actors' in noun ? [noun.actors] : []))

export const trails: Trails = mergeField(serverModules, 'trails')

export const trailNames: TrailNames = {
  actors,
  lotsOf: mergeField(serverModules, 'lotsOf'),
  subjects: { export: exportNames(exports), ...mergeField(serverModules, 'names') },
}

export const tables: RetentionTables = { ...kitTables(jobKinds), ...mergeField(serverModules, 'tables') }
