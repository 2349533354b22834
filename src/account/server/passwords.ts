import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/fail.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'

/** Argon2id at OWASP's minimum (19 MiB, two passes), as PHC text. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const maxConcurrent = 2
let running = 0
const waiting: { from: ClientIp; begin: () => void }[] = []

type ClientIp = string | null

async function runInQueue<T>(from: ClientIp, work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (isQueueFull(from)) throw fail('too_many', { retryAfterSeconds: 2 })
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

function isQueueFull(from: ClientIp): boolean {
  if (waiting.length >= limits.password_work.max) return true
  const own = from === null ? [] : waiting.filter((one) => one.from === from)
  return own.length >= limits.password_address.max
}

export function hashPassword(password: string, from: ClientIp): Promise<string> {
  return runInQueue(from, () => hash(password, argon2Options))
}

const compareChannel = channel('guiche:password.compare')

let dummyHash: Promise<string> | null = null

/** Takes the same time when there is no hash. */
export async function comparePassword(passwordHash: string | null, password: string, from: ClientIp) {
  // Computed outside the queue: a refusal by the queue would stay in `dummyHash`.
  dummyHash ??= hash(randomToken(), argon2Options)
  const compared = passwordHash ?? (await dummyHash)
  const isMatch = await runInQueue(from, () => {
    compareChannel.publish({ cost: compared.split('$').slice(0, 4).join('$') })
    return verify(compared, password)
  })
  return isMatch && passwordHash !== null
}
