import { randomUUID } from 'node:crypto'
import { type Answer, openHttp } from '../../http.ts'
import type { PixSettings } from './banks.ts'
import { openTokens, type Tokens } from './token.ts'

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
