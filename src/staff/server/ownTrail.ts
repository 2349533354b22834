import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { actorOf } from './member.ts'

/** docs/spec.md#r31 */
type OwnAction =
  | 'signed_in'
  | 'code_refused'
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_enrolled'
  | 'recovery_code_used'

export function auditOwn(
  tx: Tx,
  userId: number,
  { action, ip, now }: { action: OwnAction; ip: string; now: Date },
): Promise<void> {
  return audit(tx, {
    at: now,
    actor: actorOf(userId),
    subject: 'account',
    subjectId: String(userId),
    action,
    after: { address: ip },
  })
}
