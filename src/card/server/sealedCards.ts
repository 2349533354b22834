import { sql } from 'kysely'

/** `resealRows` and `countOldSeals` of `kit/server/reseal.ts` take it. */
export const sealedCards = {
  table: 'saved_card',
  id: 'id',
  text: 'sealed_token',
  owner: sql<string>`token`,
  stamp: 'updated_at',
} as const
