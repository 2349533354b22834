import { randomToken } from '#kit/server/secrets.ts'
import { hashPassword } from '../passwords.ts'

/** The hash of a random password, for an account whose owner has yet to choose one. */
export function randomPasswordHash(): Promise<string> {
  return hashPassword(randomToken(), null)
}
