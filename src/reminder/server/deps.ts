import type { PaymentDeps } from '#payment/server/deps.ts'
import type { PushKey } from './push/pushKey.ts'

export type ReminderDeps = PaymentDeps & {
  readonly push: {
    /** Null where reminders are off. */
    readonly key: PushKey | null
    /** Patterns of `pushAddress`. */
    readonly hosts: readonly string[]
  }
}
