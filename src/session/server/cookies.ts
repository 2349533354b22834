import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, randomToken, sameText, sign } from '#kit/server/secrets.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { dayMs } from '#kit/clock.ts'

/** Over http, and over https for instances of the release before. */
export const sessionCookie = 'guiche_session'
/** `__Host-` keeps other hosts and paths from setting it. */
const hostSessionCookie = '__Host-guiche_session'
export const csrfCookieName = 'XSRF-TOKEN'

export type CookieKeys = {
  readonly csrf: Buffer
  readonly known: Buffer
  readonly secure: boolean
  readonly readsOldName: () => boolean
  /** Asked of the former cookie, which another host can set. */
  readonly isKept: (hash: string) => Promise<boolean>
}

export async function sessionId(request: FastifyRequest, reply: FastifyReply, keys: CookieKeys) {
  const id = (await acceptedSession(request, keys)) ?? randomToken()
  const ids = namesOf(keys).map((name) => idIn(request, name))
  if (ids.some((one) => one !== id)) sendSessionCookies(reply, id, keys)
  else if (!request.cookies[csrfCookieName]) sendCsrfCookie(reply, id, keys)
  return id
}

async function acceptedSession(request: FastifyRequest, keys: CookieKeys): Promise<string | undefined> {
  const id = presentedSession(request, keys)
  if (id === undefined || !keys.secure || idIn(request, hostSessionCookie) !== undefined) return id
  return (await keys.isKept(sessionHash(id))) ? id : undefined
}

export function presentedSession(request: FastifyRequest, keys: CookieKeys): string | undefined {
  return namesOf(keys)
    .map((name) => idIn(request, name))
    .find((one) => one !== undefined)
}

/** Of cookies that differ, the first counts. */
function namesOf({ secure, readsOldName }: CookieKeys): string[] {
  if (!secure) return [sessionCookie]
  return readsOldName() ? [hostSessionCookie, sessionCookie] : [hostSessionCookie]
}

function idIn(request: FastifyRequest, name: string): string | undefined {
  const given = lookUp(request.cookies, name)
  return given && /^[0-9a-f]{32}$/.test(given) ? given : undefined
}

export function sendSessionCookies(reply: FastifyReply, id: string, keys: CookieKeys): void {
  for (const name of namesOf(keys))
    reply.setCookie(name, id, { path: '/', httpOnly: true, sameSite: 'lax', secure: keys.secure })
  sendCsrfCookie(reply, id, keys)
}

/** A keyed digest of the session id. */
export function csrfToken(id: string, keys: CookieKeys): string {
  return sign(keys.csrf, id)
}

export function sendCsrfCookie(reply: FastifyReply, id: string, keys: CookieKeys): void {
  reply.setCookie(csrfCookieName, csrfToken(id, keys), { path: '/', sameSite: 'lax', secure: keys.secure })
}

/** Checks token and marker (docs/spec.md#anti-forgery). */
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

/** The database stores only this hash. */
export function sessionHash(id: string): string {
  return hashToken(id)
}

const knownCookie = 'guiche_known'

const knownPeople = 5
const knownSeconds = (180 * dayMs) / 1000

/** Null without an earlier login in this browser (docs/spec.md#r20). */
export function knownAs(request: FastifyRequest, keys: CookieKeys, userId: number): string | null {
  const known = knownEntries(request).find((entry) => isKnownAs(entry, keys, userId))
  return known?.id ?? null
}

export function remember(request: FastifyRequest, reply: FastifyReply, keys: CookieKeys, userId: number) {
  const entries = knownEntries(request)
  const others = entries.filter((entry) => !isKnownAs(entry, keys, userId))
  const id = knownAs(request, keys, userId) ?? randomToken()
  const mine = { id, signature: sign(keys.known, `${id} ${userId}`) }
  const value = [mine, ...others].slice(0, knownPeople).map((entry) => `${entry.id}.${entry.signature}`)
  reply.setCookie(knownCookie, value.join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: keys.secure,
    maxAge: knownSeconds,
  })
}

type KnownEntry = { id: string; signature: string }

function knownEntries(request: FastifyRequest): KnownEntry[] {
  const parts = (request.cookies[knownCookie] ?? '').split('~').slice(0, knownPeople)
  return parts.flatMap((part) => {
    const [, id, signature] = /^([0-9a-f]{32})\.([\w-]{43})$/.exec(part) ?? []
    return id === undefined || signature === undefined ? [] : [{ id, signature }]
  })
}

function isKnownAs({ id, signature }: KnownEntry, keys: CookieKeys, userId: number): boolean {
  return sameText(signature, sign(keys.known, `${id} ${userId}`))
}
