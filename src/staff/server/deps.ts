import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Trails } from '../auditTerms.ts'
import type { TrailNames } from './audit/names.ts'
import type { Export } from './exports/exportOf.ts'
import type { People } from './people.ts'

/** What the second factor and the audit trail need; built once in app/server/deps.ts. */
export type StaffDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly cardKeys: CardKeys
  readonly people: People
  /** The trail's words, and what finds the names of the things that it is about; from every noun. */
  readonly trails: Trails
  readonly trailNames: TrailNames
  /** The lists that staff can take away as files, from every noun. */
  readonly exports: readonly Export[]
  readonly log: { error(detail: object, what: string): void }
}

/** To whom a sealed secret is bound. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}

/** In whose local time the registers show their instants: Brasília's. */
export const registerZone = 'America/Sao_Paulo'
