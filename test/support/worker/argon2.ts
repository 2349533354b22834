// Stands in for @node-rs/argon2 in workers of the tests (resolveHooks.ts).
import { hash as make, type Options, verify as compare } from '@node-rs/argon2'

const made = new Map<string, Promise<string>>()
const right = new Set<string>()

/** Most people of the tests have one password, and what it makes is kept: a hash takes 16 ms of a core and 19 MiB each time. */
export function hash(password: string, cost: Options): Promise<string> {
  const key = JSON.stringify([password, cost])
  const kept = made.get(key) ?? make(password, cost)
  made.set(key, kept)
  return kept
}

/** What was right once is so again; what is wrong is found out each time. */
export async function verify(hashed: string, password: string): Promise<boolean> {
  const key = JSON.stringify([hashed, password])
  if (!right.has(key) && !(await compare(hashed, password))) return false
  right.add(key)
  return true
}
