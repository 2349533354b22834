import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NewAdmin } from '../../newAdmin.ts'
import { hashPassword } from '../passwords.ts'
import { insertUser, whoHas } from '../store.ts'

/** Whether somebody of level 1 is there. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const found = await db.selectFrom('user_account').select('id').where('level', '=', 1).executeTakeFirst()
  return found !== undefined
}

/** `exists`: there is an admin and no other was asked for; `taken`: somebody has the e-mail or the tax number. */
export type AdminOutcome = 'created' | 'exists' | 'taken'

/**
 * Makes an account of level 1 outside the web, for the operator at the server. Two at once make one. The second
 * factor is set up at the first sign-in.
 */
export async function createAdmin(
  db: Db,
  wanted: NewAdmin,
  { another, now }: { another: boolean; now: Date },
): Promise<AdminOutcome> {
  const { password, ...person } = wanted
  const passwordHash = await hashPassword(password, null)
  return transaction(db, async (db) => {
    await sql`lock table user_account in share row exclusive mode`.execute(db)
    if (!another && (await hasAdmin(db))) return 'exists'
    const taken = await whoHas(db, person)
    if (taken.email || taken.taxId) return 'taken'
    const user = await insertUser(db, { ...person, passwordHash, level: 1, address: null, now })
    await audit(db, {
      at: now,
      actor: 'setup',
      subject: 'account',
      subjectId: String(user.id),
      action: 'admin_created',
      before: null,
      after: { level: 1 },
    })
    return 'created'
  })
}
