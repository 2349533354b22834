import { sql } from 'kysely'
import type { Endpoint } from '#kit/endpoint.ts'
import type { Clock } from '#kit/clock.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { UserDirectory } from './member.ts'
import type { Export, ExportDeps } from './exports/defineExport.ts'

export type StaffDeps = ExportDeps & {
  readonly clock: Clock
  readonly cardKeys: CardKeys
  readonly recoveryCodeKey: Buffer
  readonly people: UserDirectory
  readonly exports: readonly Export[]
  readonly calls: readonly Pick<Endpoint, 'method' | 'path' | 'access' | 'allLots' | 'levelText'>[]
  readonly log: { error(detail: object, what: string): void }
}

/** A sealed secret opens only with the owner that it was sealed for. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}

export const sealedSecrets = {
  table: 'second_factor',
  id: 'user_id',
  text: 'sealed_secret',
  owner: sql<string>`'second factor ' || user_id`,
} as const
