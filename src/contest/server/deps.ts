import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Contact } from '#reservation/mails.ts'
import type { UserDirectory } from '#staff/server/member.ts'

export type ContestDeps = PaymentDeps & {
  readonly people: UserDirectory
  readonly contact: () => Promise<Contact>
}
