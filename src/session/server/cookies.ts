import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeOrRaw } from '#kit/text/decodeOrRaw.ts'
import { hashToken, randomToken, timingSafeEqualTexts, sign } from '#kit/server/secrets.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { dayMs } from '#kit/clock.ts'

/** Over http. */
export const sessionCookie = 'guiche_session'
/** Over https: `__Host-` keeps other hosts and paths from setting it. */
const hostSessionCookie = '__Host-guiche_session'
export const csrfCookieName = 'XSRF-TOKEN'

export type CookieKeys = {
  readonly csrf: Buffer
  readonly known: Buffer
  readonly secure: boolean
}

export function resolveSessionId(request: FastifyRequest, reply: FastifyReply, keys: CookieKeys): string {
  const given = readSessionId(request, keys)
  const id = given ?? randomToken()
  if (given === undefined) sendSessionCookies(reply, id, keys)
  else if (!request.cookies[csrfCookieName]) sendCsrfCookie(reply, id, keys)
  return id
}

export function readSessionId(request: FastifyRequest, keys: CookieKeys): string | undefined {
  const given = lookUp(request.cookies, cookieName(keys))
  return given && /^[0-9a-f]{32}$/.test(given) ? given : undefined
}

function cookieName({ secure }: CookieKeys): string {
  return secure ? hostSessionCookie : sessionCookie
}

export function sendSessionCookies(reply: FastifyReply, id: string, keys: CookieKeys): void {
  reply.setCookie(cookieName(keys), id, { path: '/', httpOnly: true, sameSite: 'lax', secure: keys.secure })
  sendCsrfCookie(reply, id, keys)
}

export function csrfToken(id: string, keys: CookieKeys): string {
  return sign(keys.csrf, id)
}

export function sendCsrfCookie(reply: FastifyReply, id: string, keys: CookieKeys): void {
  reply.setCookie(csrfCookieName, csrfToken(id, keys), { path: '/', sameSite: 'lax', secure: keys.secure })
}

/** Checks token and marker (docs/spec.md#anti-forgery). */
export function isCsrfTokenValid(request: FastifyRequest, id: string, keys: CookieKeys): boolean {
  const header = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token']
  if (typeof header !== 'string' || request.headers['x-requested-with'] !== 'XMLHttpRequest') return false
  const expected = csrfToken(id, keys)
  return timingSafeEqualTexts(decodeOrRaw(header), expected)
}

/** The database stores only this hash. */
export function sessionHash(id: string): string {
  return hashToken(id)
}

const knownBrowserCookie = 'guiche_known'

const maxKnownUsers = 5
const knownBrowserSeconds = (180 * dayMs) / 1000

/** Null without an earlier login in this browser (docs/spec.md#r20). */
export function findKnownBrowserId(request: FastifyRequest, keys: CookieKeys, userId: number): string | null {
  const known = readKnownBrowserEntries(request).find((entry) => isEntryOfUser(entry, keys, userId))
  return known?.id ?? null
}

export function rememberKnownBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: CookieKeys,
  userId: number,
) {
  const entries = readKnownBrowserEntries(request)
  const others = entries.filter((entry) => !isEntryOfUser(entry, keys, userId))
  const id = findKnownBrowserId(request, keys, userId) ?? randomToken()
  const mine = { id, signature: sign(keys.known, `${id} ${userId}`) }
  const value = [mine, ...others].slice(0, maxKnownUsers).map((entry) => `${entry.id}.${entry.signature}`)
  reply.setCookie(knownBrowserCookie, value.join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: keys.secure,
    maxAge: knownBrowserSeconds,
  })
}

type KnownBrowserEntry = { id: string; signature: string }

function readKnownBrowserEntries(request: FastifyRequest): KnownBrowserEntry[] {
  const parts = (request.cookies[knownBrowserCookie] ?? '').split('~').slice(0, maxKnownUsers)
  return parts.flatMap((part) => {
    const [, id, signature] = /^([0-9a-f]{32})\.([\w-]{43})$/.exec(part) ?? []
    return id === undefined || signature === undefined ? [] : [{ id, signature }]
  })
}

function isEntryOfUser({ id, signature }: KnownBrowserEntry, keys: CookieKeys, userId: number): boolean {
  return timingSafeEqualTexts(signature, sign(keys.known, `${id} ${userId}`))
}
