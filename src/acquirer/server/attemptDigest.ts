import { hash } from 'node:crypto'
import type { AttemptNames } from '../acquirer.ts'

/**
 * An order key that others than the acquirer may read: 32 digits, another one for each attempt, which tell nobody the
 * token. Whoever knows the token bears the payment.
 */
export function attemptDigest({ token, n }: Pick<AttemptNames, 'token' | 'n'>): string {
  return hash('sha256', `${token}:${n}`, 'hex').slice(0, 32)
}
