import type { ReplyOf } from '#kit/endpoint.ts'
import type { GuestData } from '#session/guestData.ts'
import type { getAccount } from '../contract.ts'

/** The payer's personal data as `get_account` answers it. */
export function wireAccount(account: GuestData['account'] | null): ReplyOf<typeof getAccount>['data'] {
  if (!account) return null
  const { taxId, ...known } = account
  return { ...known, cpfcnpj: taxId }
}
