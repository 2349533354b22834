import { randomUUID } from 'node:crypto'
import { callCielo, getSale, type CieloSettings } from '../client.ts'
import type { HttpAnswer } from '../../httpClient.ts'
import { verifiedOnce } from '../../notFound.ts'
import { errorAnswer } from '../wire.ts'

export type CieloClient = CieloSettings & { readonly isQueryHostVerified: () => Promise<boolean> }

/** src/acquirer/server/cielo/README.md#6-queries */
export function isEmptyNotFound(answer: HttpAnswer): boolean {
  return answer.status === 404 && answer.isEmpty
}

/** The reason why 'not found' cannot be trusted, or null: a host without sales also answers 404. */
export async function checkQueryHost(settings: CieloSettings): Promise<string | null> {
  const { queryUrl, transactionUrl, isSingleHost } = settings
  if (!isSingleHost && hostOf(queryUrl) === hostOf(transactionUrl))
    return 'queries go to the host of the sales: set CIELO_QUERY_URL'
  const answer = await queryUnknownSale(settings)
  if (!isEmptyNotFound(answer))
    return `the query host answers ${answer.status ?? answer.detail} for a sale that nobody made`
  if (!isSingleHost && isSalesHost(await postEmptySale(settings, { onQueryHost: true })))
    return 'the query host takes sales: set CIELO_QUERY_URL to the one that answers queries'
  return null
}

export function queryUnknownSale(settings: CieloSettings): Promise<HttpAnswer> {
  return getSale(settings, randomUUID(), 0.25)
}

/** A host of sales answers an empty sale with a list of errors. */
export function postEmptySale(settings: CieloSettings, where: { onQueryHost: boolean }) {
  return callCielo(settings, { method: 'POST', path: '/1/sales/', body: {}, timeoutShare: 0.25, ...where })
}

export function isSalesHost(answer: HttpAnswer): boolean {
  return answer.status === 400 && errorAnswer.safeParse(answer.body).success
}

export function withQueryHostCheck(settings: CieloSettings): CieloClient {
  return { ...settings, isQueryHostVerified: verifiedOnce(() => checkQueryHost(settings)) }
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host
}
