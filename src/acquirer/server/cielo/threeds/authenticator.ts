import * as z from 'zod/mini'
import type { Unknown } from '../../../acquirer.ts'
import type { AuthenticationPage, AuthenticationRequest, Authenticator } from '../../../authenticator.ts'
import { brandNames, cardBrands } from '../../../brands.ts'
import { bridge } from './bridge.ts'
import { inputsOf } from './inputs.ts'
import { askForToken, scriptOf, type ThreeDsSettings, token } from './mpi.ts'

/** Cielo's 3DS by its browser script (src/acquirer/server/cielo/README.md#9-debit). */
export function cieloAuthenticator(settings: ThreeDsSettings): Authenticator {
  return {
    brands: brandNames.filter((brand) => cardBrands[brand].authenticates),
    open: (request) => open(settings, request),
  }
}

async function open(
  settings: ThreeDsSettings,
  request: AuthenticationRequest,
): Promise<AuthenticationPage | Unknown> {
  const accessToken = await fetchToken(settings)
  if (typeof accessToken !== 'string') return accessToken
  return {
    outcome: 'opened',
    script: scriptOf(settings),
    hosts: settings.hosts,
    inputs: inputsOf(request, accessToken),
    card: {
      number: 'bpmpi_cardnumber',
      month: 'bpmpi_cardexpirationmonth',
      year: 'bpmpi_cardexpirationyear',
    },
    bridge: bridge(settings.url.includes('sandbox') ? 'SDB' : 'PRD'),
  }
}

async function fetchToken(settings: ThreeDsSettings): Promise<string | Unknown> {
  const { status, body, detail } = await askForToken(settings)
  if (status === null) return silent(detail)
  const read = status < 300 ? z.safeParse(token, body) : null
  if (!read) return silent(`token answered ${status}`)
  return read.success ? read.data.access_token : silent('token without one')
}

function silent(detail: string): Unknown {
  return { outcome: 'unknown', reference: null, detail }
}
