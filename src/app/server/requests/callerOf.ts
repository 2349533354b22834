import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readProperty } from '#kit/text/lookUp.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { bearerKeyOf } from '#equipment/server/device.ts'
import { pay, readTransaction } from '#payment/contract.ts'
import { type CookieKeys, readSessionId } from '#session/server/cookies.ts'
import type { KnownCallers } from './knownCallers.ts'

/** Kinds of callers, distinguished without the database (docs/spec.md#r29). */
export type Caller =
  | { readonly kind: 'own'; readonly key: string }
  /** Has a session or payment token that was accepted recently; `key` is the session where it was accepted. */
  | { readonly kind: 'known'; readonly key: string }
  /** `presented` has an unverified session or token. */
  | { readonly kind: 'presented' | 'anonymous' }

type CallerDeps = { callers: KnownCallers; cookies: CookieKeys }

export function callerOf(request: FastifyRequest, { callers, cookies }: CallerDeps): Caller {
  const { url = '' } = request.routeOptions
  const secret = param(request, 'secret') ?? null
  if (url.startsWith('/webhooks/')) {
    const acquirer = callers.notifierOf({ headers: textHeaders(request.headers), secret })
    return acquirer === undefined ? { kind: 'anonymous' } : { kind: 'own', key: `acquirer ${acquirer}` }
  }
  if (url.startsWith('/equipment/')) {
    const key = bearerKeyOf(request)
    if (key === undefined) return { kind: 'anonymous' }
    const hash = hashToken(key)
    return callers.isDevice(hash) ? { kind: 'own', key: `device ${hash}` } : { kind: 'presented' }
  }
  const tokens = [readSessionId(request, cookies), tokenOf(request)].filter((one) => one !== undefined)
  const accepted = tokens.find(callers.isAccepted)
  if (accepted !== undefined) return { kind: 'known', key: hashToken(accepted) }
  return tokens.length > 0 || param(request, 'nonce') !== undefined
    ? { kind: 'presented' }
    : { kind: 'anonymous' }
}

/** Accepts the tokens of payments that answered. `portalGuard` accepts sessions. */
export function rememberPayments(app: FastifyInstance, { callers, cookies }: CallerDeps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { url = '' } = request.routeOptions
    const token = tokenOf(request)
    if (url.startsWith(readTransaction.path) && reply.statusCode < 300 && token !== undefined) {
      callers.accept(hashToken(token))
      const session = readSessionId(request, cookies)
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
  const value = readProperty(params, name)
  return typeof value === 'string' ? value : undefined
}

export function textHeaders(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
}
