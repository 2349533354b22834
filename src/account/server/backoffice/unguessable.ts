import { randomToken } from '#kit/server/secrets.ts'
import { hashPassword } from '../passwords.ts'

/** The hash of a password that nobody knows: for an account whose owner is still to choose one. */
export function unguessable(): Promise<string> {
  return hashPassword(randomToken(), null)
}
