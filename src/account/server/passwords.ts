import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/fail.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'

/** Argon2id as OWASP's least: 19 MiB, two isAllowed; the result is a PHC text. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash is made of memory and a core; more than this at once would starve everything else. */
const atOnce = 2
let running = 0
const waiting: { from: From; begin: () => void }[] = []

/** The address that asks, as limits take it; null for what nobody outside asks for. */
type From = string | null

/** Throws `too_many` when too many wait, of all or of this address. */
async function inTurn<T>(from: From, work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    // Told at once, before anything is hashed: who waits longer than this gives up and asks again.
    if (isFull(from)) throw fail('too_many', { retryAfterSeconds: 2 })
    await new Promise<void>((begin) => waiting.push({ from, begin }))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }
}

function isFull(from: From): boolean {
  if (waiting.length >= limits.password_work.max) return true
  const own = from === null ? [] : waiting.filter((one) => one.from === from)
  return own.length >= limits.password_address.max
}

export function hashPassword(password: string, from: From): Promise<string> {
  return inTurn(from, () => hash(password, cost))
}

/** Told of every comparison, with what it costs: the PHC text up to the salt. Nobody need listen. */
const comparing = channel('guiche:password.compare')

let nobody: Promise<string> | null = null

/** Whether the password is right. Without a hash, nobody's is compared: it takes as long and is never right. */
export async function isPassword(
  passwordHash: string | null,
  password: string,
  from: From,
): Promise<boolean> {
  // Once a process, and in nobody's turn: a refusal would be kept.
  nobody ??= hash(randomToken(), cost)
  const compared = passwordHash ?? (await nobody)
  const right = await inTurn(from, () => {
    comparing.publish({ cost: compared.split('$').slice(0, 4).join('$') })
    return verify(compared, password)
  })
  return right && passwordHash !== null
}
