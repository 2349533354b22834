// Stands in for @node-rs/argon2 in workers of the tests (resolveHooks.ts).
import { hash as make, type Options, verify as compare } from '@node-rs/argon2'

const made = new Map<string, Promise<string>>()
const right = new Set<string>()

/** Most people in the tests have the same password, and its hash is cached: one takes 16 ms of a core and 19 MiB. */
export function hash(password: string, cost: Options): Promise<string> {
  const key = JSON.stringify([password, cost])
  const kept = made.get(key) ?? make(password, cost)
  made.set(key, kept)
  return kept
}

/** A right password is cached; a wrong one is compared each time. */
export async function verify(hashed: string, password: string): Promise<boolean> {
  const key = JSON.stringify([hashed, password])
  if (!right.has(key) && !(await compare(hashed, password))) return false
  right.add(key)
  return true
}
