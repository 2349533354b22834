import * as z from 'zod/mini'
import { type Answer, openHttp } from '../../http.ts'

export type ThreeDsSettings = {
  readonly url: string
  readonly hosts: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
  readonly establishment: string
  readonly merchantName: string
  readonly mcc: string
  readonly timeoutMs: number
}

export const token = z.object({ access_token: z.string().check(z.minLength(1)) })

const baseOf = ({ url }: ThreeDsSettings) => url.replace(/\/$/, '')

export function scriptOf(settings: ThreeDsSettings): string {
  return `${baseOf(settings)}/Scripts/BP.Mpi.3ds21.min.js`
}

const http = openHttp({ keepAlive: false })

/** Never throws. */
export function askForToken(settings: ThreeDsSettings): Promise<Answer> {
  const { clientId, clientSecret, establishment, merchantName, mcc, timeoutMs } = settings
  return http({
    method: 'POST',
    url: new URL(`${baseOf(settings)}/v2/auth/token`),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      EstablishmentCode: establishment,
      MerchantName: merchantName.slice(0, 25),
      MCC: mcc,
    }),
    timeoutMs,
  })
}
