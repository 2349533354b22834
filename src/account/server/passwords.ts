import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/fail.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'

/** Argon2id as OWASP's least: 19 MiB, two passes; the result is a PHC text. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash is made of memory and a core; more than this at once would starve everything else. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/** Throws `too_many` when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    // Told at once, before anything is hashed: who waits longer than this gives up and asks again.
    if (waiting.length >= limits.password_work.max) throw fail('too_many', { retryAfterSeconds: 2 })
    await new Promise<void>((begin) => waiting.push(begin))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Told of every comparison, with what it costs: the PHC text up to the salt. Nobody need listen. */
const comparing = channel('guiche:password.compare')

let nobody: Promise<string> | null = null

/** Whether the password is right. Without a hash, nobody's is compared: it takes as long and is never right. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomToken())
  const compared = passwordHash ?? (await nobody)
  const right = await inTurn(() => {
    comparing.publish({ cost: compared.split('$').slice(0, 4).join('$') })
    return verify(compared, password)
  })
  return right && passwordHash !== null
}
