import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { DeriveKeyFunction } from 'altcha-lib/types'

export const deriveKeyInJs: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`no such proof: ${algorithm}`)
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength ?? 32 }) }
}
