import * as z from 'zod/mini'
import type { WrongSetting } from './checkCieloSettings.ts'
import {
  requestToken,
  scriptUrl,
  type ThreeDsSettings,
  tokenReply,
} from '#acquirer/server/cielo/threeds/authenticator.ts'

/** Sends no card, and no money moves. */
export async function checkThreeDsSettings(settings: ThreeDsSettings): Promise<WrongSetting[]> {
  const refused = wrongToken(await requestToken(settings))
  if (refused.some(({ setting }) => setting === 'CIELO_3DS_URL')) return refused
  return [...refused, ...(await wrongScript(settings))]
}

const address =
  'set it to https://mpi.braspag.com.br, in the sandbox https://mpisandbox.braspag.com.br, and see that this machine reaches it'

/** The service's errors name the request's field. */
const fields: Readonly<Record<string, WrongSetting>> = {
  EstablishmentCode: {
    setting: 'CIELO_3DS_ESTABLISHMENT',
    todo: 'the 3DS service does not know this shop: set it to the 10 digits of the shop’s number at Cielo, for which the 3DS product was hired',
  },
  MerchantName: {
    setting: 'CIELO_3DS_MERCHANT_NAME',
    todo: 'the 3DS service refuses it: set it to the shop’s name without signs, 25 characters at most',
  },
  MCC: {
    setting: 'CIELO_3DS_MCC',
    todo: 'the 3DS service refuses it: set it to the shop’s line of business, 7523 for parking',
  },
}

function wrongToken(answer: Awaited<ReturnType<typeof requestToken>>): WrongSetting[] {
  const { status } = answer
  if (status === 401 || status === 403) {
    const todo = `the 3DS service does not know these credentials (${status}): copy CIELO_3DS_CLIENT_ID and CIELO_3DS_CLIENT_SECRET again as Cielo gave them with the 3DS product, and see that they are of this environment (sandbox or production)`
    return [{ setting: 'CIELO_3DS_CLIENT_ID', todo }]
  }
  if (answer.status === 400) {
    const named = Object.entries(fields).filter(([name]) => JSON.stringify(answer.body ?? '').includes(name))
    if (named.length > 0) return named.map(([, wrong]) => wrong)
    const todo =
      'the 3DS service refuses the shop (400): compare it, CIELO_3DS_MERCHANT_NAME and CIELO_3DS_MCC with what Cielo has of it'
    return [{ setting: 'CIELO_3DS_ESTABLISHMENT', todo }]
  }
  if (status !== null && status >= 500)
    return [wrongUrl(`the 3DS service gives no token now (${status}): try later; if it stays so, ask Cielo`)]
  if (answer.status === null) return [wrongUrl(`gives no token (${answer.detail}): ${address}`)]
  if (!z.safeParse(tokenReply, answer.body).success)
    return [wrongUrl(`gives no token (HTTP ${status}): ${address}`)]
  return []
}

const wrongUrl = (todo: string): WrongSetting => ({ setting: 'CIELO_3DS_URL', todo })

const redirectsMax = 3

/** Each host on the way, and each named in the script, must be in the document's policy. */
async function wrongScript(settings: ThreeDsSettings): Promise<WrongSetting[]> {
  const found: WrongSetting[] = []
  let at = scriptUrl(settings)
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    const { origin } = new URL(at)
    if (!isAllowed(settings, origin))
      found.push(missingHost(origin, 'the script of the 3DS service comes from'))
    const answer = await load(at, settings.timeoutMs)
    if (answer.status !== null && answer.status >= 300 && answer.status < 400 && answer.location !== null) {
      at = new URL(answer.location, at).href
      continue
    }
    if (answer.status !== 200 || !/javascript/.test(answer.type))
      return [wrongUrl(`has no script at ${at} (${answer.status ?? answer.detail}): ${address}`)]
    const named = new Set(answer.text.match(/https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?/g))
    const { protocol } = new URL(settings.url)
    const missing = [...named].filter(
      (host) => host.startsWith(protocol) && !isAllowed(settings, new URL(host).origin) && !isNotation(host),
    )
    return [...found, ...missing.map((host) => missingHost(host, 'the script of the 3DS service names'))]
  }
  return [wrongUrl(`its script is sent from one address to another without end: ${address}`)]
}

const isNotation = (host: string) => /\bw3\.org$|\bschema\.org$/.test(host)

function missingHost(origin: string, what: string): WrongSetting {
  const todo = `${what} ${origin}, which browsers are not let load from: add it to CIELO_3DS_HOSTS, if Cielo’s documentation names it`
  return { setting: 'CIELO_3DS_HOSTS', todo }
}

function isAllowed({ url, hosts }: ThreeDsSettings, origin: string): boolean {
  return [new URL(url).origin, ...hosts].some((allowed) =>
    allowed.includes('*.')
      ? origin.startsWith('https://') && origin.endsWith(allowed.replace('https://*', ''))
      : allowed === origin,
  )
}

type Loaded =
  | { status: number; location: string | null; type: string; text: string }
  | { status: null; detail: string }

async function load(url: string, timeoutMs: number): Promise<Loaded> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const { headers, status } = answer
    const type = headers.get('content-type') ?? ''
    return { status, location: headers.get('location'), type, text: await answer.text() }
  } catch (error) {
    return { status: null, detail: error instanceof Error ? error.name : 'network failure' }
  }
}
