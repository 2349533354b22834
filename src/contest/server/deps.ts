import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Contact } from '#reservation/mails.ts'
import type { People } from '#staff/server/people.ts'

/** Built once in app/server/deps.ts. */
export type ContestDeps = PaymentDeps & {
  readonly people: People
  /** How the operator is reached. */
  readonly contact: () => Promise<Contact>
}
