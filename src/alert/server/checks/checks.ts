import type { AlertKind } from '../../kinds.ts'
import type { Check } from './check.ts'
import { findCertificates, findDisputesDue } from './ends.ts'
import { findFullLots, findLateClosings, findSilentDevices } from './lots.ts'
import { findDeadJobs, findOldCases, findRefusals } from './payments.ts'

export const checks: Readonly<Record<AlertKind, Check>> = {
  device_silent: findSilentDevices,
  case_old: findOldCases,
  lot_full: findFullLots,
  refusals: findRefusals,
  dead_job: findDeadJobs,
  closing_late: findLateClosings,
  dispute_due: findDisputesDue,
  certificate: findCertificates,
}
