import type { Db } from '#db/schema.ts'
import type { QueryOf, ReplyOf } from '#kit/endpoint.ts'
import { pageLinks, pageMeta } from '#kit/paging.ts'
import { searchCities as contract } from '../../contract.ts'
import { searchCities as findCities } from '../cities.ts'
import { wireCity } from '../wireCity.ts'

const perPage = 20
/** Beyond this nothing is found; it keeps a wild number out of the query. */
const lastPage = 10_000

/** A page of municipalities for the picker, the best matches first. */
export async function searchCities(
  deps: { db: Db },
  query: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const q = query.q || query.search || query.searchText || query.text
  const request = { page: pageNumber(query.page ?? query.p), perPage }
  const { rows, total } = await findCities(deps.db, { q, ...request })
  const meta = pageMeta(request, contract.path, total, rows.length)
  return { data: rows.map(wireCity), links: pageLinks(meta, { q }), meta }
}

/** Pages are numbered from 1; anything else is the first. */
function pageNumber(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1
}
