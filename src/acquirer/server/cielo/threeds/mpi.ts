import * as z from 'zod/mini'
import { readJson } from '../../readJson.ts'

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

type ServiceAnswer =
  | { status: number; body: unknown; detail: string }
  | { status: null; body: null; detail: string }

/** Never throws. */
export async function askForToken(settings: ThreeDsSettings): Promise<ServiceAnswer> {
  const { clientId, clientSecret, establishment, merchantName, mcc, timeoutMs } = settings
  try {
    const answer = await fetch(`${baseOf(settings)}/v2/auth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        EstablishmentCode: establishment,
        MerchantName: merchantName.slice(0, 25),
        MCC: mcc,
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, body: readJson(await answer.text()), detail: `HTTP ${answer.status}` }
  } catch (error) {
    return { status: null, body: null, detail: error instanceof Error ? error.name : 'network failure' }
  }
}
