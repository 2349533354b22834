import type { FastifyInstance } from 'fastify'
import type { AuditSubject } from '../auditTerms.ts'
import type { TrailTexts } from '../auditTerms.ts'
import type { ActorKind, FindNames } from './auditNames.ts'
import type { JobKind, Work } from './jobs/job.ts'
import type { Keepings } from './retention/retention.ts'

/**
 * What a noun puts into the server, in its `server/module.ts`; `app/server/modules.ts` collects each part. `Deps` is the
 * part of the app's dependencies that it names, `Guards` who can be let in.
 */
export type ServerModule<Deps, Guards> = {
  /** Its endpoints, each with its flow and its door. */
  readonly routes: (app: FastifyInstance, deps: Deps, doors: Guards) => void
  /** The jobs that it leaves to be done after its commits; their kinds, and with what they need. */
  readonly jobs?: readonly Pick<JobKind<never>, 'name' | 'keptDays'>[]
  readonly works?: (deps: Deps) => Work[]
  /** What the audit trail says of its things. */
  readonly trails?: Readonly<Partial<Record<AuditSubject, TrailTexts>>>
  /** How the audit trail finds the names of its things. */
  readonly names?: Readonly<Partial<Record<AuditSubject, FindNames>>>
  /** How long the rows of its tables are kept, and what they say of people; no other noun has SQL on them. */
  readonly tables?: Partial<Keepings>
  /** Its lists that staff can take away as files (`staff/server/exports`). */
  readonly exports?: readonly { readonly list: string }[]
  /** Who of it acts under a numbered name. */
  readonly actors?: ActorKind
}
