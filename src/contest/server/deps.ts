import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Contact } from '#reservation/mails.ts'
import type { People } from '#staff/server/member.ts'

export type ContestDeps = PaymentDeps & {
  readonly people: People
  readonly contact: () => Promise<Contact>
}
