import type { Db } from '#db/schema.ts'
import type { Lots } from '#session/server/caller.ts'

/** Wired in `app/server/deps.ts`: staff must not import account. */
export type People = {
  standingOf(db: Db, userId: number): Promise<{ level: number; lots: Lots; shortPassword: boolean } | null>
  emailOf(db: Db, userId: number): Promise<string | null>
  namesOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}
