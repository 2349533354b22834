import type { FastifyInstance, FastifyRequest } from 'fastify'
import { valueIn } from '#kit/text/lookUp.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { presentedKey } from '#equipment/server/device.ts'
import { pay, readTransaction } from '#payment/contract.ts'
import { type CookieKeys, presentedSession } from '#session/server/cookies.ts'
import type { KnownCallers } from './knownCallers.ts'

/** Known without the database (docs/spec.md#r29). */
export type Caller =
  /** A device or acquirer, with its own limit. */
  | { readonly kind: 'own'; readonly key: string }
  /** `known`: a recently accepted session or payment token. `presented`: an unverified credential. */
  | { readonly kind: 'known' | 'presented' | 'nothing' }

type Knowing = { callers: KnownCallers; cookies: CookieKeys }

export function callerOf(request: FastifyRequest, { callers, cookies }: Knowing): Caller {
  const { url = '' } = request.routeOptions
  const secret = param(request, 'secret') ?? null
  if (url.startsWith('/webhooks/')) {
    const acquirer = callers.notifierOf({ headers: textHeaders(request.headers), secret })
    return acquirer === undefined ? { kind: 'nothing' } : { kind: 'own', key: `acquirer ${acquirer}` }
  }
  if (url.startsWith('/equipment/')) {
    const key = presentedKey(request)
    if (key === undefined) return { kind: 'nothing' }
    const hash = hashToken(key)
    return callers.isDevice(hash) ? { kind: 'own', key: `device ${hash}` } : { kind: 'presented' }
  }
  const tokens = [presentedSession(request, cookies), tokenOf(request)].filter((one) => one !== undefined)
  if (tokens.some(callers.isAccepted)) return { kind: 'known' }
  return tokens.length > 0 || param(request, 'nonce') !== undefined
    ? { kind: 'presented' }
    : { kind: 'nothing' }
}

/** `portalGuard` remembers other sessions. */
export function rememberPayments(app: FastifyInstance, { callers, cookies }: Knowing): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { url = '' } = request.routeOptions
    const token = tokenOf(request)
    if (url.startsWith(readTransaction.path) && reply.statusCode < 300 && token !== undefined) {
      callers.accept(hashToken(token))
      const session = presentedSession(request, cookies)
      if (url === pay.path && session !== undefined) callers.accept(hashToken(session))
    }
    done()
  })
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = param(request, 'token')
  return token !== undefined && /^[0-9a-f]{32}$/.test(token) ? token : undefined
}

function param({ params }: FastifyRequest, name: string): string | undefined {
  const value = valueIn(params, name)
  return typeof value === 'string' ? value : undefined
}

export function textHeaders(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
}
