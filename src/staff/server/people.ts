import type { Db } from '#db/schema.ts'

/**
 * Account look-ups for the back office; implemented by `account/server/backoffice/people.ts`, wired in
 * `app/server/deps.ts`, because staff must not import account.
 */
export type People = {
  /** Null after erasure. */
  levelOf(db: Db, userId: number): Promise<number | null>
  /** Null after erasure. */
  emailOf(db: Db, userId: number): Promise<string | null>
  /** Without erased accounts. */
  namesOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}
