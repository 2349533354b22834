import * as z from 'zod/mini'
import type { Unknown } from '../../../acquirer.ts'
import type { AuthenticationPage, AuthenticationRequest, Authenticator } from '../../../authenticator.ts'
import { bridge } from './bridge.ts'
import { inputsOf } from './inputs.ts'

export type ThreeDsSettings = {
  /** Base address of the service; its script comes from there too. */
  readonly url: string
  /** Further origins that its script loads from and calls: what those are Cielo does not say. */
  readonly hosts: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
  /** 10 digits. */
  readonly establishment: string
  /** At most 25 characters. */
  readonly merchantName: string
  /** 4 digits. */
  readonly mcc: string
  readonly timeoutMs: number
}

const token = z.object({ access_token: z.string().check(z.minLength(1)) })

/** Cielo's 3DS by the browser's script (docs/cielo.md#9-debit). */
export function cieloAuthenticator(settings: ThreeDsSettings): Authenticator {
  return {
    brands: ['Visa', 'Master', 'Elo'],
    open: (request) => open(settings, request),
  }
}

async function open(
  settings: ThreeDsSettings,
  request: AuthenticationRequest,
): Promise<AuthenticationPage | Unknown> {
  const base = settings.url.replace(/\/$/, '')
  const accessToken = await fetchToken(settings, base)
  if (typeof accessToken !== 'string') return accessToken
  return {
    outcome: 'opened',
    script: `${base}/Scripts/BP.Mpi.3ds21.min.js`,
    hosts: settings.hosts,
    inputs: inputsOf(request, accessToken),
    card: {
      number: 'bpmpi_cardnumber',
      month: 'bpmpi_cardexpirationmonth',
      year: 'bpmpi_cardexpirationyear',
    },
    bridge: bridge(base.includes('sandbox') ? 'SDB' : 'PRD'),
  }
}

/** One page, one token. */
async function fetchToken(settings: ThreeDsSettings, base: string): Promise<string | Unknown> {
  const { clientId, clientSecret, establishment, merchantName, mcc, timeoutMs } = settings
  try {
    const answer = await fetch(`${base}/v2/auth/token`, {
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
    if (!answer.ok) return silent(`token answered ${answer.status}`)
    const read = z.safeParse(token, await answer.json())
    return read.success ? read.data.access_token : silent('token without one')
  } catch (error) {
    return silent(error instanceof Error ? error.name : 'network failure')
  }
}

function silent(detail: string): Unknown {
  return { outcome: 'unknown', reference: null, detail }
}
