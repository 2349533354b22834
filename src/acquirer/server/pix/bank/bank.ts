import { randomUUID } from 'node:crypto'
import { type Answer, openHttp, type Http } from '../../http.ts'
import type { PixSettings } from './banks.ts'
import * as z from 'zod/mini'
import { type Clock, plus } from '#kit/clock.ts'
import { aside, whole } from '../../lenient.ts'

export type BankCall = {
  readonly method: 'GET' | 'PUT' | 'PATCH'
  readonly part: 'cob' | 'pix' | 'webhook'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly share?: number
}

export type Bank = {
  readonly settings: PixSettings
  readonly tokens: Tokens
  /** Never throws, and never logs bodies. */
  call(call: BankCall): Promise<Answer>
}

/** A call with a refused token is repeated once with a new one. */
export function openBank(settings: PixSettings): Bank {
  const { certificate, ca } = settings
  const http = openHttp({ keepAlive: false }, { ...certificate, ...(ca === undefined ? {} : { ca }) })
  const tokens = openTokens(settings, http)
  const call = async (request: BankCall, isRepeat = false): Promise<Answer> => {
    const endsAt = performance.now() + settings.timeoutMs * (request.share ?? 1)
    const token = await tokens.take(endsAt - performance.now())
    if (token.text === null)
      return { status: null, detail: `no token: ${token.why.status ?? token.why.detail}`, sent: false }
    const answer = await http({
      method: request.method,
      url: addressOf(settings, request),
      headers: {
        authorization: `Bearer ${token.text}`,
        accept: 'application/json',
        ...(request.body ? { 'content-type': 'application/json' } : {}),
        ...eachTime(settings.bank.headers),
        ...request.headers,
      },
      body: request.body ? JSON.stringify(request.body) : null,
      timeoutMs: endsAt - performance.now(),
    })
    if (answer.status !== 401 || isRepeat) return answer
    tokens.drop(token)
    const leftShare = (endsAt - performance.now()) / settings.timeoutMs
    return call({ ...request, share: leftShare }, true)
  }
  return { settings, tokens, call: (request) => call(request) }
}

function eachTime(headers: Readonly<Record<string, string>>): Record<string, string> {
  const uuid = randomUUID()
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('{uuid}', uuid)]),
  )
}

function addressOf({ apiUrl, bank }: PixSettings, { part, path, query = {} }: BankCall): URL {
  const url = new URL(apiUrl.replace(/\/$/, '') + bank.paths[part] + path)
  for (const [name, value] of Object.entries({ ...query, ...bank.query })) url.searchParams.set(name, value)
  return url
}

const granted = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(8192)),
  expires_in: aside(whole),
  scope: aside(z.string()),
})

type Token = { readonly text: string; readonly scope: string | null; readonly until: Date }
type NoToken = { readonly text: null; readonly why: Answer }

type Tokens = {
  /** Concurrent callers share one request. */
  take(timeoutMs: number): Promise<Token | NoToken>
  drop(token: Token): void
}

const marginS = 60
const unsaidS = 300

function openTokens(settings: PixSettings, http: Http): Tokens {
  let kept: Token | null = null
  let asking: Promise<Token | NoToken> | null = null
  return {
    take(timeoutMs) {
      if (kept && kept.until > settings.clock.now()) return Promise.resolve(kept)
      asking ??= askToken(settings, http, timeoutMs).then((token) => {
        asking = null
        if (token.text !== null) kept = token
        return token
      })
      return asking
    },
    drop(token) {
      if (kept === token) kept = null
    },
  }
}

async function askToken(settings: PixSettings, http: Http, timeoutMs: number): Promise<Token | NoToken> {
  const { auth, tokenBody, scopes } = settings.bank
  const { clientId, clientSecret } = settings
  const fields = {
    grant_type: 'client_credentials',
    ...(scopes === null ? {} : { scope: scopes }),
    ...(auth === 'basic' ? {} : { client_id: clientId }),
    ...(auth === 'form' ? { client_secret: clientSecret } : {}),
  }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await http({
    method: 'POST',
    url: new URL(settings.tokenUrl),
    headers: {
      'content-type': tokenBody === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(auth === 'basic' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: tokenBody === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    timeoutMs,
  })
  const read = answer.status === 200 || answer.status === 201 ? granted.safeParse(answer.body) : null
  return read?.success ? tokenOf(read.data, settings.clock) : { text: null, why: answer }
}

function tokenOf({ access_token: text, expires_in: lifeS, scope }: z.output<typeof granted>, clock: Clock) {
  return { text, scope: scope ?? null, until: plus(clock.now(), ((lifeS ?? unsaidS) - marginS) * 1000) }
}
