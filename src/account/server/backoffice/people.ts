import type { People } from '#staff/server/people.ts'
import { userNames } from './searchUsers.ts'
import { lotsOf, userById } from '../store.ts'

export const people: People = {
  standingOf: async (db, userId) => {
    const user = await userById(db, userId)
    return user ? { level: user.level, lots: lotsOf(user), shortPassword: user.short_password } : null
  },
  emailOf: async (db, userId) => (await userById(db, userId))?.email ?? null,
  namesOf: userNames,
}
