import { sql } from 'kysely'

export const sealedCards = {
  table: 'saved_card',
  id: 'id',
  text: 'sealed_token',
  owner: sql<string>`token`,
  stamp: 'updated_at',
} as const
