import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/fail.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { recentHits } from '#session/server/limits/recentHits.ts'

/** Argon2id at OWASP's minimum (19 MiB, two passes), as PHC text. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type HashingCaller = {
  readonly ip: string
  readonly sessionHash: string
  /** A login with `guiche_known` of this account. */
  readonly isKnownLogin: boolean
  readonly now: Date
}

/** Null is the program itself. */
type By = HashingCaller | null

const maxConcurrent = 2
let running = 0
const waiting: { by: By; begin: () => void }[] = []
const ofSessions = new Set<HashingCaller>()
const hashesOfSessions = recentHits('password_session')

/** Throws `too_many` (docs/spec.md#r50). */
async function runInQueue<T>(by: By, work: () => Promise<T>): Promise<T> {
  const mustWait = running >= maxConcurrent
  if (mustWait && isQueueFull(by)) throw fail('too_many', { retryAfterSeconds: 2 })
  if (by !== null) enterSession(by)
  if (mustWait) await new Promise<void>((begin) => waiting.push({ by, begin }))
  else running += 1
  try {
    return await work()
  } finally {
    if (by !== null) ofSessions.delete(by)
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }
}

function enterSession(by: HashingCaller): void {
  const own = [...ofSessions].filter(({ sessionHash }) => sessionHash === by.sessionHash)
  if (own.length >= limits.password_at_once.max) throw fail('too_many', { retryAfterSeconds: 2 })
  const retryAfterSeconds = hashesOfSessions.record(by.sessionHash, by.now)
  if (retryAfterSeconds !== null) throw fail('too_many', { retryAfterSeconds })
  ofSessions.add(by)
}

const isStranger = (by: By) => by?.isKnownLogin !== true

/** Strangers leave a quarter of the places to logins of known browsers. */
function isQueueFull(by: By): boolean {
  const all = waiting.map((one) => one.by)
  const own = by === null ? [] : all.filter((one) => one?.ip === by.ip)
  if (all.length >= limits.password_work.max || own.length >= limits.password_address.max) return true
  return (
    isStranger(by) &&
    (all.filter(isStranger).length >= limits.password_work_strangers.max ||
      own.filter(isStranger).length >= limits.password_address_strangers.max)
  )
}

export function hashPassword(password: string, by: By): Promise<string> {
  return runInQueue(by, () => hash(password, argon2Options))
}

let unusableHash: Promise<string> | null = null

/** The hash of a password that nobody knows, the same one for the life of the process. */
export function unusablePasswordHash(): Promise<string> {
  // Computed outside the queue: a refusal by the queue would stay in `unusableHash`.
  return (unusableHash ??= hash(randomToken(), argon2Options))
}

const compareChannel = channel('guiche:password.compare')

/** Takes the same time when there is no hash. */
export async function comparePassword(passwordHash: string | null, password: string, by: By) {
  const compared = passwordHash ?? (await unusablePasswordHash())
  const isMatch = await runInQueue(by, () => {
    compareChannel.publish({ cost: compared.split('$').slice(0, 4).join('$') })
    return verify(compared, password)
  })
  return isMatch && passwordHash !== null
}
