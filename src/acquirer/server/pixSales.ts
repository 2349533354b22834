import { hash } from 'node:crypto'
import type { AttemptIdentity, RefundRules } from '../acquirer.ts'

/** An order key of 32 digits that does not reveal the payment's token. */
export function pixOrderKey({ token, n }: Pick<AttemptIdentity, 'token' | 'n'>): string {
  return hash('sha256', `${token}:${n}`, 'hex').slice(0, 32)
}

export const pixRefundRules: RefundRules = {
  terms: () => ({ days: 90, parts: 'any', partsFrom: null }),
  causeOf: () => 'never',
}

export const noCardFields = {
  nsu: null,
  authorisationCode: null,
  brand: null,
  lastDigits: null,
  cardToken: null,
} as const
