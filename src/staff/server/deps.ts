import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Trails } from '../auditTerms.ts'
import type { TrailNames } from './actorNames.ts'
import type { Export } from './exports/exportOf.ts'
import type { People } from './people.ts'

/** Dependencies of second factor and audit trail; built once in app/server/deps.ts. */
export type StaffDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly cardKeys: CardKeys
  readonly people: People
  readonly trails: Trails
  readonly trailNames: TrailNames
  /** The exportable lists of every noun. */
  readonly exports: readonly Export[]
  readonly log: { error(detail: object, what: string): void }
}

/** The owner to which a sealed secret is bound. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}
