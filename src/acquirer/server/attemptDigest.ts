import { hash } from 'node:crypto'
import type { AttemptNames } from '../acquirer.ts'

/** An order key of 32 digits that does not reveal the payment's token. */
export function attemptDigest({ token, n }: Pick<AttemptNames, 'token' | 'n'>): string {
  return hash('sha256', `${token}:${n}`, 'hex').slice(0, 32)
}
