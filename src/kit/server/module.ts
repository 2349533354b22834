import type { FastifyInstance } from 'fastify'
import type { AuditSubject, TrailTexts } from '../auditTerms.ts'
import type { ActorKind, FindNames, PlacesOfSubjects } from './auditNames.ts'
import type { JobKind, Work } from './jobs/job.ts'
import type { RetentionTables } from './retention/retention.ts'

/** Collected by `app/server/modules.ts`. */
export type ServerModule<Deps, Guards> = {
  readonly routes: (app: FastifyInstance, deps: Deps, doors: Guards) => void
  readonly jobs?: readonly Pick<JobKind<never>, 'name' | 'keptDays'>[]
  readonly works?: (deps: Deps) => Work[]
  readonly trails?: Readonly<Partial<Record<AuditSubject, TrailTexts>>>
  readonly names?: Readonly<Partial<Record<AuditSubject, FindNames>>>
  readonly lotsOf?: PlacesOfSubjects
  /** No other module has SQL on them. */
  readonly tables?: Partial<RetentionTables>
  readonly exports?: readonly { readonly list: string }[]
  readonly actors?: ActorKind
}
