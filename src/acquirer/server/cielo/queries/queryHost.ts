import { randomUUID } from 'node:crypto'
import { callCielo, type CieloAnswer, type CieloSettings, type NoAnswer } from '../client.ts'

/** The settings, and whether the query host has shown that it is one. */
export type CieloQueries = CieloSettings & { readonly isProven: () => Promise<boolean> }

/** How Cielo says that it knows no such sale (docs/cielo.md#6-queries); a page that says 404 says nothing. */
export function isEmptyNotFound(answer: CieloAnswer | NoAnswer): boolean {
  return answer.status === 404 && answer.isEmpty
}

/**
 * Why the query host's 'not found' cannot be believed: a host that knows no sales at all says it too. It has to answer
 * as documented when it is asked for a sale that nobody made, and must not be the host of the sales.
 */
export async function doubtOfQueryHost(settings: CieloSettings): Promise<string | null> {
  const { queryUrl, transactionUrl, isOneHost } = settings
  if (!isOneHost && hostOf(queryUrl) === hostOf(transactionUrl))
    return 'queries go to the host of the sales: set CIELO_QUERY_URL'
  const path = `/1/sales/${randomUUID()}`
  const answer = await callCielo(settings, { method: 'GET', path, share: 0.25 })
  if (isEmptyNotFound(answer)) return null
  return `the query host answers ${answer.status ?? answer.detail} for a sale that nobody made`
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
