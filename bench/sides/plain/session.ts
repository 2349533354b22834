import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pool, statement } from './database.ts'
import { Refusal } from './refusal.ts'

export type Typed = {
  account?: { name: string; email: string; phone: string; cpfcnpj: string }
  address?: { postalcode: string; street: string; streetNumber: string; city: string; state: string }
}
export type Session = { id_hash: string; data: Typed }

const insertSession = statement(
  'insert_session',
  'insert into session (id_hash, created_at, expires_at) values ($1, $2, $3)',
)
const readSession = statement<Session>(
  'read_session',
  'select id_hash, data from session where id_hash = $1 and expires_at > $2',
)
const updateSession = statement(
  'update_session',
  'update session set data = data || $2, expires_at = $3 where id_hash = $1',
)

const hourMs = 3_600_000
const expiry = (now: Date) => new Date(now.getTime() + 2 * hourMs)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
export const randomToken = () => randomBytes(16).toString('hex')

/** Starts a session and sets its two cookies. */
export async function startSession(reply: FastifyReply): Promise<void> {
  const [id, now] = [randomToken(), new Date()]
  await insertSession(pool, hash(id), now, expiry(now))
  reply.setCookie('session', id, { path: '/', httpOnly: true, sameSite: 'lax' })
  reply.setCookie('XSRF-TOKEN', randomToken(), { path: '/', sameSite: 'lax' })
}

/** The session of a call. Throws 419 without the anti-forgery header, 401 without a session. */
export async function requireSession({ cookies, headers }: FastifyRequest): Promise<Session> {
  const token = cookies['XSRF-TOKEN']
  if (token === undefined || headers['x-xsrf-token'] !== token) throw new Refusal(419, 'csrf')
  const [session] = await readSession(pool, hash(cookies['session'] ?? ''), new Date())
  if (!session) throw new Refusal(401, 'unauthenticated')
  return session
}

export async function keepTyped(session: Session, typed: Typed): Promise<void> {
  await updateSession(pool, session.id_hash, JSON.stringify(typed), expiry(new Date()))
}
