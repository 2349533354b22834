import type { FastifyInstance } from 'fastify'
import type { AuditSubject, AuditTexts } from '../auditTerms.ts'
import type { ActorKind, FindSubjectNames, LotsOfSubjects } from './auditNames.ts'
import type { JobKind, JobHandler } from './jobs/job.ts'
import type { RetentionTables } from './retention/retention.ts'

/** Everything that a noun adds to the server; `app/server/modules.ts` collects it. */
export type ServerModule<Deps, Guards> = {
  readonly routes: (app: FastifyInstance, deps: Deps, guards: Guards) => void
  readonly jobs?: readonly Pick<JobKind<never>, 'name' | 'keptDays'>[]
  readonly works?: (deps: Deps) => JobHandler[]
  readonly trails?: Readonly<Partial<Record<AuditSubject, AuditTexts>>>
  readonly names?: Readonly<Partial<Record<AuditSubject, FindSubjectNames>>>
  readonly lotsOf?: LotsOfSubjects
  /** No other module has SQL on them. */
  readonly tables?: Partial<RetentionTables>
  readonly exports?: readonly { readonly list: string }[]
  readonly actors?: ActorKind
}
