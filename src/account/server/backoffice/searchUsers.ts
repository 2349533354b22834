import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { normaliseTaxId } from '#kit/brazil.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import { nameHas } from '#kit/server/db/folded.ts'
import type { Lots, Member } from '#session/server/caller.ts'
import { seesLots, type People } from '#staff/server/member.ts'
import { devicesOf } from '../devices.ts'
import { lotsOf, userById } from '../store.ts'
import type { Level } from '../../user.ts'

type UserSearch = PageRequest & {
  readonly q: string
  readonly level: Level | null
  readonly lots: Lots
}

/** Null means everybody. */
function isOfLots(lots: Lots): RawBuilder<boolean> {
  return lots === null ? sql<boolean>`true` : sql<boolean>`level > 1 and lot_ids <@ ${[...lots]}::int[]`
}

export async function searchUsers(db: Db, { q, level, lots, ...request }: UserSearch) {
  let list = db.selectFrom('user_account').select(['id', 'name', 'email', 'level']).where(isOfLots(lots))
  if (level !== null) list = list.where('level', '=', level)
  const taxId = normaliseTaxId(q)
  const isNamed = nameHas(sql`name`, q)
  if (q.includes('@')) list = list.where('email', 'like', `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  else if (/^\d{11}$|^[0-9A-Z]{12}\d{2}$/.test(taxId)) list = list.where('tax_id', '=', taxId)
  else if (isNamed) list = list.where(isNamed)
  else if (q !== '') return { rows: [], total: 0, more: false }
  return onePage(db, list, request, (users) => users.orderBy('level').orderBy('id', 'desc'))
}

/** Throws `not_found`, `forbidden`. */
export async function openUser(db: Db, id: number, by: Pick<Member, 'lots'>) {
  const user = await userById(db, id)
  if (!user) throw fail('not_found')
  if (!seesLots(by, lotsOf(user) ?? [])) throw fail('forbidden')
  return { user, phones: (await devicesOf(db, id)).length }
}

/** At most 200. */
export async function staffNames(db: Db, lots: Lots): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where('level', '<=', 10)
    .where(isOfLots(lots))
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

export const people: People = {
  standingOf: async (db, userId) => {
    const user = await userById(db, userId)
    return user ? { level: user.level, lots: lotsOf(user), shortPassword: user.short_password } : null
  },
  emailOf: async (db, userId) => (await userById(db, userId))?.email ?? null,
  namesOf: userNames,
}
