import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, randomToken, sameText, sign } from '#kit/server/secrets.ts'

export const sessionCookie = 'guiche_session'
export const csrfCookieName = 'XSRF-TOKEN'

export type CookieKeys = { readonly csrf: Buffer; readonly known: Buffer; readonly secure: boolean }

/** The session id of the request's cookie, or a new one put on the reply. */
export function sessionId(request: FastifyRequest, reply: FastifyReply, keys: CookieKeys): string {
  const given = request.cookies[sessionCookie]
  if (given && /^[0-9a-f]{32}$/.test(given)) {
    if (!request.cookies[csrfCookieName]) sendCsrfCookie(reply, given, keys)
    return given
  }
  const id = randomToken()
  sendSessionCookies(reply, id, keys)
  return id
}

/** Puts a session id and its anti-forgery token on the reply. */
export function sendSessionCookies(reply: FastifyReply, id: string, keys: CookieKeys): void {
  reply.setCookie(sessionCookie, id, { path: '/', httpOnly: true, sameSite: 'lax', secure: keys.secure })
  sendCsrfCookie(reply, id, keys)
}

/** The anti-forgery token of a session: a keyed digest of its id, so that nothing is stored. */
export function csrfToken(id: string, keys: CookieKeys): string {
  return sign(keys.csrf, id)
}

/** The readable cookie that the client sends back in a header. */
export function sendCsrfCookie(reply: FastifyReply, id: string, keys: CookieKeys): void {
  reply.setCookie(csrfCookieName, csrfToken(id, keys), { path: '/', sameSite: 'lax', secure: keys.secure })
}

/**
 * Whether an unsafe request carries the session's token and the XMLHttpRequest marker
 * (docs/wire.md#2-anti-forgery).
 */
export function csrfMatches(request: FastifyRequest, id: string, keys: CookieKeys): boolean {
  const header = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token']
  if (typeof header !== 'string' || request.headers['x-requested-with'] !== 'XMLHttpRequest') return false
  const expected = csrfToken(id, keys)
  return sameText(safelyDecoded(header), expected)
}

function safelyDecoded(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}

/** What the database knows of a session id. */
export function sessionHash(id: string): string {
  return hashToken(id)
}
