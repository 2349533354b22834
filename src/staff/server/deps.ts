import type { CardKeys } from '#kit/server/sealKeys.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** What the flows of the back office need. */
export type StaffDeps = { db: Db; clock: Clock; cardKeys: CardKeys }

/** To whom a sealed secret is bound. */
export function secretOwner(userId: number): string {
  return `second factor ${userId}`
}
