import type { HttpAnswer } from '../../../src/acquirer/server/httpClient.ts'
import type { CieloSettings } from '../../../src/acquirer/server/cielo/client.ts'
import { errorAnswer } from '../../../src/acquirer/server/cielo/wire.ts'
import {
  queryUnknownSale,
  checkQueryHost,
  isEmptyNotFound,
  postEmptySale,
  isSalesHost,
} from '../../../src/acquirer/server/cielo/queries/queryHost.ts'

export type WrongSetting = { readonly setting: string; readonly todo: string }

/** Checks both hosts with an empty sale and a query for an unknown one; no money moves. */
export async function checkCieloSettings(settings: CieloSettings): Promise<WrongSetting[]> {
  const offered = await postEmptySale(settings, { onQueryHost: false })
  const asked = await queryUnknownSale(settings)
  const merchant = wrongMerchant(offered) ?? wrongMerchant(asked)
  const hosts = [
    ...(wrongMerchant(offered) || isSalesHost(offered) ? [] : [wrongSales(offered)]),
    ...(wrongMerchant(asked) || isEmptyNotFound(asked) ? [] : [wrongQueries(asked)]),
  ]
  const found = [...(merchant ? [merchant] : []), ...hosts]
  if (found.length > 0) return found
  const doubt = await checkQueryHost(settings)
  return doubt === null ? [] : [{ setting: 'CIELO_QUERY_URL', todo: doubt }]
}

const merchantErrors = [101, 114, 115, 116]

function wrongMerchant(answer: HttpAnswer): WrongSetting | null {
  if (answer.status === 401)
    return {
      setting: 'CIELO_MERCHANT_KEY',
      todo: 'Cielo does not know this merchant with this key (401): copy both again from its site, and see that they are of this environment (sandbox or production)',
    }
  if (answer.status === 403)
    return {
      setting: 'ACQUIRER_URL',
      todo: 'Cielo does not let this machine in (403): have the address of this machine put on the list of the merchant',
    }
  const errors = answer.status === 400 ? errorAnswer.safeParse(answer.body).data : undefined
  const code = errors?.find(({ Code }) => merchantErrors.includes(Code))?.Code
  return code === undefined
    ? null
    : { setting: 'CIELO_MERCHANT_ID', todo: `Cielo refuses it (${code}): copy it again from its site` }
}

function wrongSales(answer: HttpAnswer): WrongSetting {
  const todo = `does not take sales (${answer.status ?? answer.detail}): set it to Cielo’s address for sales, and see that this machine reaches it`
  return { setting: 'ACQUIRER_URL', todo }
}

function wrongQueries(answer: HttpAnswer): WrongSetting {
  const todo = `does not answer queries (${answer.status ?? answer.detail}): set it to Cielo’s address for queries, and see that this machine reaches it`
  return { setting: 'CIELO_QUERY_URL', todo }
}
