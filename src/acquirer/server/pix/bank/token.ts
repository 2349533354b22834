import * as z from 'zod/mini'
import { type Clock, plus } from '#kit/clock.ts'
import { aside, whole } from '../../lenient.ts'
import type { Answer, Http } from '../../http.ts'
import type { PixSettings } from './banks.ts'

const granted = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(8192)),
  expires_in: aside(whole),
  scope: aside(z.string()),
})

type Token = { readonly text: string; readonly scope: string | null; readonly until: Date }
type NoToken = { readonly text: null; readonly why: Answer }

export type Tokens = {
  /** Concurrent callers share one request. */
  take(timeoutMs: number): Promise<Token | NoToken>
  drop(token: Token): void
}

const marginS = 60
const unsaidS = 300

export function openTokens(settings: PixSettings, http: Http): Tokens {
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
