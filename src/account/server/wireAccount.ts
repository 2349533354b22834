import type { ReplyOf } from '#kit/endpoint.ts'
import type { GuestData } from '#session/guestData.ts'
import type { getAccount } from '../contract.ts'

export function wireAccount(account: GuestData['account'] | null): ReplyOf<typeof getAccount>['data'] {
  if (!account) return null
  const { taxId, ...known } = account
  return { ...known, cpfcnpj: taxId }
}
