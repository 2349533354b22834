import type { People } from '#staff/server/people.ts'
import { userNames } from './searchUsers.ts'
import { userById } from '../store.ts'

export const people: People = {
  levelOf: async (db, userId) => (await userById(db, userId))?.level ?? null,
  emailOf: async (db, userId) => (await userById(db, userId))?.email ?? null,
  namesOf: userNames,
}
