import type { AttemptNames } from '../../acquirer.ts'

/** MerchantOrderId: letters and digits, 50 at most. Attempts of earlier releases are found by the same rule. */
export function orderKey({ token, n }: AttemptNames): string {
  return `${token}A${n}`
}
