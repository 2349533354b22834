import type { FastifyReply, FastifyRequest } from 'fastify'
import { hourMs } from '#kit/clock.ts'
import { randomToken, sameText, sign } from '#kit/server/secrets.ts'
import type { CookieKeys } from './cookies.ts'

const knownCookie = 'guiche_known'

const people = 5
const keptSeconds = (180 * 24 * hourMs) / 1000

/** Null without an earlier login in this browser (docs/spec.md#r20). */
export function knownAs(request: FastifyRequest, keys: CookieKeys, userId: number): string | null {
  const known = entriesOf(request).find((entry) => isOf(entry, keys, userId))
  return known?.id ?? null
}

export function remember(request: FastifyRequest, reply: FastifyReply, keys: CookieKeys, userId: number) {
  const entries = entriesOf(request)
  const others = entries.filter((entry) => !isOf(entry, keys, userId))
  const id = knownAs(request, keys, userId) ?? randomToken()
  const mine = { id, signature: sign(keys.known, `${id} ${userId}`) }
  const value = [mine, ...others].slice(0, people).map((entry) => `${entry.id}.${entry.signature}`)
  reply.setCookie(knownCookie, value.join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: keys.secure,
    maxAge: keptSeconds,
  })
}

type Entry = { id: string; signature: string }

function entriesOf(request: FastifyRequest): Entry[] {
  const parts = (request.cookies[knownCookie] ?? '').split('~').slice(0, people)
  return parts.flatMap((part) => {
    const [, id, signature] = /^([0-9a-f]{32})\.([\w-]{43})$/.exec(part) ?? []
    return id === undefined || signature === undefined ? [] : [{ id, signature }]
  })
}

function isOf({ id, signature }: Entry, keys: CookieKeys, userId: number): boolean {
  return sameText(signature, sign(keys.known, `${id} ${userId}`))
}
