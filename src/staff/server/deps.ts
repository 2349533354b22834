import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Trails } from '../auditTerms.ts'
import type { TrailNames } from './audit/names.ts'
import type { People } from './people.ts'

/** Dependencies of second factor and audit trail; built once in app/server/deps.ts. */
export type StaffDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly cardKeys: CardKeys
  readonly people: People
  readonly trails: Trails
  readonly trailNames: TrailNames
}

/** The owner to which a sealed secret is bound. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}

/** Time zone of back-office lists: Brasília. */
export const registerZone = 'America/Sao_Paulo'
