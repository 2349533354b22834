import type { Db } from '#db/schema.ts'

/**
 * What the back office asks of people. Accounts implement it (`account/server/backoffice/people.ts`) and `app/server/deps.ts`
 * hands it in: an account knows its level, and a level knows nothing of accounts.
 */
export type People = {
  /** A person's level now; null when the account is gone. */
  levelOf(db: Db, userId: number): Promise<number | null>
  /** The e-mail of an account; null when it is gone. */
  emailOf(db: Db, userId: number): Promise<string | null>
  /** The names of people by their numbers; who is gone is not among them. */
  namesOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}
