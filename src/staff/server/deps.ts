import type { Endpoint } from '#kit/endpoint.ts'
import type { Clock } from '#kit/clock.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Export, ExportDeps } from './exports/exportOf.ts'
import type { People } from './people.ts'

/** Dependencies of second factor and audit trail; built once in app/server/deps.ts. */
export type StaffDeps = ExportDeps & {
  readonly clock: Clock
  readonly cardKeys: CardKeys
  readonly people: People
  /** The exportable lists of every noun. */
  readonly exports: readonly Export[]
  /** The calls of every noun. */
  readonly calls: readonly Pick<Endpoint, 'method' | 'path' | 'access' | 'allLots'>[]
  readonly log: { error(detail: object, what: string): void }
}

/** The owner to which a sealed secret is bound. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}
