import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { WireSavedCard } from '../../contract.ts'
import { findCard, selectCards } from '../store.ts'
import { wireSavedCard } from '../view.ts'

type Deps = { readonly db: Db; readonly operatorTimeZone: OperatorTimeZone }

/** Newest first; `q` is a part of brand or last digits. */
export async function listCards(
  { db, operatorTimeZone }: Deps,
  userId: number,
  { q, ...request }: PageRequest & { q: string },
): Promise<{ rows: WireSavedCard[]; total: number }> {
  const matches = selectCards(db)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([containsText('brand', q), containsText('last_digits', q)]))
  const { rows, total } = await fetchPage(db, matches, request, (cards) => cards.orderBy('id', 'desc'))
  const timeZone = await operatorTimeZone()
  return { rows: rows.map((card) => wireSavedCard(card, timeZone)), total }
}

/** Throws `not_found`, also for another person's. */
export async function readCard(
  { db, operatorTimeZone }: Deps,
  userId: number,
  token: string,
): Promise<WireSavedCard> {
  const card = await findCard(db, userId, token)
  if (!card) throw fail('not_found')
  return wireSavedCard(card, await operatorTimeZone())
}

/** By id or token. */
export async function ownsCard(db: Db, userId: number, name: string | number): Promise<boolean> {
  if (await findCard(db, userId, String(name))) return true
  const id = Number(name)
  if (!Number.isSafeInteger(id) || id <= 0) return false
  return (
    (await selectCards(db).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()) !==
    undefined
  )
}
