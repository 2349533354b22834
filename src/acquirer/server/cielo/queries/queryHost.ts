import { randomUUID } from 'node:crypto'
import { callCielo, type CieloAnswer, type CieloSettings, type NoAnswer } from '../client.ts'
import { errorAnswer } from '../wire.ts'

/** The settings, and whether the query host has shown that it is one. */
export type CieloQueries = CieloSettings & { readonly isProven: () => Promise<boolean> }

/** How Cielo says that it knows no such sale (src/acquirer/server/cielo/README.md#6-queries); a page that says 404 says nothing. */
export function isEmptyNotFound(answer: CieloAnswer | NoAnswer): boolean {
  return answer.status === 404 && answer.isEmpty
}

/**
 * Why the query host's 'not found' cannot be believed: a host that knows no sales at all says it too. It has to answer
 * as documented when it is asked for a sale that nobody made, and must not be a host of sales.
 */
export async function doubtOfQueryHost(settings: CieloSettings): Promise<string | null> {
  const { queryUrl, transactionUrl, isOneHost } = settings
  if (!isOneHost && hostOf(queryUrl) === hostOf(transactionUrl))
    return 'queries go to the host of the sales: set CIELO_QUERY_URL'
  const answer = await askForNobodys(settings)
  if (!isEmptyNotFound(answer))
    return `the query host answers ${answer.status ?? answer.detail} for a sale that nobody made`
  if (!isOneHost && takesSales(await offerNothing(settings, { onQueryHost: true })))
    return 'the query host takes sales: set CIELO_QUERY_URL to the one that answers queries'
  return null
}

/** Asks the query host for a sale that nobody made. */
export function askForNobodys(settings: CieloSettings): Promise<CieloAnswer | NoAnswer> {
  return callCielo(settings, { method: 'GET', path: `/1/sales/${randomUUID()}`, share: 0.25 })
}

/** A sale of nothing: who takes sales lists what is missing in it, and sells nothing. */
export function offerNothing(
  settings: CieloSettings,
  where: { onQueryHost: boolean },
): Promise<CieloAnswer | NoAnswer> {
  return callCielo(settings, { method: 'POST', path: '/1/sales/', body: {}, share: 0.25, ...where })
}

/** Whether an answer to a sale of nothing is that of a host of sales. */
export function takesSales(answer: CieloAnswer | NoAnswer): boolean {
  return answer.status === 400 && errorAnswer.safeParse(answer.body).success
}

/** The settings with a query host that is proven once, and asked again while it is not. */
export function withQueryHost(settings: CieloSettings): CieloQueries {
  let proven = false
  const isProven = async () => {
    proven ||= (await doubtOfQueryHost(settings)) === null
    return proven
  }
  return { ...settings, isProven }
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host
}
