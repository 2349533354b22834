import type { JobKind } from '#kit/server/jobs/job.ts'
import type { AccountDeps } from '../deps.ts'
import { recoveryJob } from './mailRecovery.ts'
import { noticeJob } from './notice.ts'

export const accountJobs: readonly JobKind<AccountDeps>[] = [recoveryJob, noticeJob]
