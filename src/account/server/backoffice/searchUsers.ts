import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { normaliseTaxId } from '#kit/brazil.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { matchesName } from '#kit/server/db/textSearch.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import type { UserDirectory } from '#staff/server/member.ts'
import { lotsOf, findUser } from '../store.ts'
import type { Level } from '../../user.ts'

type UserSearch = PageRequest & {
  readonly q: string
  readonly level: Level | null
  readonly lots: VisibleLots
}

/** With lots: neither administrators nor people without listed lots (customers, staff of all lots). */
function isWithinLots(lots: VisibleLots): RawBuilder<boolean> {
  return lots === null ? sql<boolean>`true` : sql<boolean>`level > 1 and lot_ids <@ ${[...lots]}::int[]`
}

export async function searchUsers(db: Db, { q, level, lots, ...request }: UserSearch) {
  let list = db.selectFrom('user_account').select(['id', 'name', 'email', 'level']).where(isWithinLots(lots))
  if (level !== null) list = list.where('level', '=', level)
  const taxId = normaliseTaxId(q)
  const isNamed = matchesName(sql`name`, q)
  if (q.includes('@')) list = list.where('email', 'like', `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  else if (/^\d{11}$|^[0-9A-Z]{12}\d{2}$/.test(taxId)) list = list.where('tax_id', '=', taxId)
  else if (isNamed) list = list.where(isNamed)
  else if (q !== '') return { rows: [], total: 0, more: false }
  return fetchPage(db, list, request, (users) => users.orderBy('level').orderBy('id', 'desc'))
}

/** Returns 200 names at most. */
export async function staffNames(db: Db, lots: VisibleLots): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where('level', '<=', 10)
    .where(isWithinLots(lots))
    .orderBy('name')
    .limit(200)
    .execute()
}

export async function userNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const userDirectory: UserDirectory = {
  findAccess: async (db, userId) => {
    const user = await findUser(db, userId)
    return user ? { level: user.level, lots: lotsOf(user), shortPassword: user.short_password } : null
  },
  findEmail: async (db, userId) => (await findUser(db, userId))?.email ?? null,
  findNames: userNames,
}
