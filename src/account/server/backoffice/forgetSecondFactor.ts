import { auditUser, signOutEverywhere } from './changeStaff.ts'
import type { Tx } from '#db/schema.ts'
import { dropSecondFactor } from '#staff/server/store.ts'

/** Deletes a lost authenticator and ends the logins. Throws `not_found`. */
export async function forgetSecondFactor(
  tx: Tx,
  userId: number,
  by: { actor: string; now: Date },
): Promise<void> {
  await signOutEverywhere(tx, userId, by)
  if (!(await dropSecondFactor(tx, userId))) return
  await auditUser(tx, userId, { ...by, action: 'second_factor_reset' })
}
