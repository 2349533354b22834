import type { People } from '#staff/server/people.ts'
import { userNames } from './searchUsers.ts'
import { describeUser, emailOf } from '../flow/describeUser.ts'

/** The people behind the levels of the back office. */
export const people: People = {
  levelOf: async (db, userId) => (await describeUser(db, userId))?.user.level ?? null,
  emailOf,
  namesOf: userNames,
}
