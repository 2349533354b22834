import type { ActionOf } from '#kit/auditTerms.ts'
import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { actorOf } from './member.ts'

/** docs/spec.md#r31 */
export function auditOwnAccount(
  tx: Tx,
  userId: number,
  { action, ip, now }: { action: ActionOf<'account'>; ip: string; now: Date },
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
