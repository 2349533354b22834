import { randomUUID } from 'node:crypto'
import { type HttpAnswer, createHttpClient, type HttpClient } from '../../httpClient.ts'
import type { PixSettings } from './banks.ts'
import * as z from 'zod/mini'
import { addMs } from '#kit/clock.ts'
import { nullIfInvalid, numberOrDigits } from '../../lenientFields.ts'

export type BankCall = {
  readonly method: 'GET' | 'PUT' | 'PATCH'
  readonly resource: 'cob' | 'pix' | 'webhook'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutShare?: number
}

export type BankClient = {
  readonly settings: PixSettings
  readonly tokens: TokenCache
  /** Never throws, and never logs bodies. */
  call(call: BankCall): Promise<HttpAnswer>
}

/** A call with a refused token is repeated once with a new one. */
export function createBankClient(settings: PixSettings): BankClient {
  const { certificate, ca } = settings
  const http = createHttpClient({ keepAlive: false }, { ...certificate, ...(ca === undefined ? {} : { ca }) })
  const tokens = createTokenCache(settings, http)
  const call = async (request: BankCall, isRepeat = false): Promise<HttpAnswer> => {
    const endsAt = performance.now() + settings.timeoutMs * (request.timeoutShare ?? 1)
    const token = await tokens.get(endsAt - performance.now())
    if (token.text === null)
      return { status: null, detail: `no token: ${token.answer.status ?? token.answer.detail}`, sent: false }
    const answer = await http({
      method: request.method,
      url: callUrl(settings, request),
      headers: {
        authorization: `Bearer ${token.text}`,
        accept: 'application/json',
        ...(request.body ? { 'content-type': 'application/json' } : {}),
        ...fillUuid(settings.bank.headers),
        ...request.headers,
      },
      body: request.body ? JSON.stringify(request.body) : null,
      timeoutMs: endsAt - performance.now(),
    })
    if (answer.status !== 401 || isRepeat) return answer
    tokens.invalidate(token)
    const leftShare = (endsAt - performance.now()) / settings.timeoutMs
    return call({ ...request, timeoutShare: leftShare }, true)
  }
  return { settings, tokens, call: (request) => call(request) }
}

function fillUuid(headers: Readonly<Record<string, string>>): Record<string, string> {
  const uuid = randomUUID()
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('{uuid}', uuid)]),
  )
}

function callUrl({ apiUrl, bank }: PixSettings, { resource, path, query = {} }: BankCall): URL {
  const url = new URL(apiUrl.replace(/\/$/, '') + bank.paths[resource] + path)
  for (const [name, value] of Object.entries({ ...query, ...bank.query })) url.searchParams.set(name, value)
  return url
}

const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(8192)),
  expires_in: nullIfInvalid(numberOrDigits),
})

type Token = { readonly text: string; readonly until: Date }
type NoToken = { readonly text: null; readonly answer: HttpAnswer }

type TokenCache = {
  /** Concurrent callers share one request. */
  get(timeoutMs: number): Promise<Token | NoToken>
  invalidate(token: Token): void
}

const renewalMarginS = 60
const defaultLifeS = 300

function createTokenCache(settings: PixSettings, http: HttpClient): TokenCache {
  let current: Token | null = null
  let pendingRequest: Promise<Token | NoToken> | null = null
  return {
    get(timeoutMs) {
      if (current && current.until > settings.clock.now()) return Promise.resolve(current)
      pendingRequest ??= requestToken(settings, http, timeoutMs).then((token) => {
        pendingRequest = null
        if (token.text !== null) current = token
        return token
      })
      return pendingRequest
    },
    invalidate(token) {
      if (current === token) current = null
    },
  }
}

async function requestToken(
  settings: PixSettings,
  http: HttpClient,
  timeoutMs: number,
): Promise<Token | NoToken> {
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
  const read = answer.status === 200 || answer.status === 201 ? tokenReply.safeParse(answer.body) : null
  if (!read?.success) return { text: null, answer }
  const { access_token: text, expires_in: lifeS } = read.data
  return { text, until: addMs(settings.clock.now(), ((lifeS ?? defaultLifeS) - renewalMarginS) * 1000) }
}
