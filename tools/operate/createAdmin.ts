import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { audit } from '../../src/kit/server/audit.ts'
import { transaction } from '../../src/kit/server/db/transaction.ts'
import { hashPassword } from '../../src/account/server/passwords.ts'
import { insertUser, findDuplicates } from '../../src/account/server/store.ts'
import * as z from 'zod/mini'
import { staffPasswordMin, staffPasswordText } from '../../src/account/user.ts'
import { email, fieldTexts, phone, requiredText, taxId } from '../../src/kit/fields.ts'

const staffPassword = z
  .string({ error: fieldTexts.required })
  .check(z.minLength(staffPasswordMin, staffPasswordText), z.maxLength(128, fieldTexts.tooLong))

export const newAdmin = z.object({ name: requiredText(120), email, taxId, phone, password: staffPassword })
export type NewAdmin = z.output<typeof newAdmin>

/** Whether an account of level 1 exists. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const found = await db.selectFrom('user_account').select('id').where('level', '=', 1).executeTakeFirst()
  return found !== undefined
}

/** `exists`: an admin exists and no other was requested; `taken`: the e-mail or tax number has an account. */
type AdminOutcome = 'created' | 'exists' | 'taken'

/**
 * Creates an account of level 1 from the command line; concurrent runs create one. The first sign-in enrols the
 * second factor.
 */
export async function createAdmin(
  db: Db,
  wanted: NewAdmin,
  { another, now }: { another: boolean; now: Date },
): Promise<AdminOutcome> {
  const { password, ...person } = wanted
  const passwordHash = await hashPassword(password, null)
  return transaction(db, async (tx) => {
    await sql`lock table user_account in share row exclusive mode`.execute(tx)
    if (!another && (await hasAdmin(tx))) return 'exists'
    const taken = await findDuplicates(tx, person)
    if (taken.email || taken.taxId) return 'taken'
    const user = await insertUser(tx, { ...person, passwordHash, level: 1, address: null, now })
    await audit(tx, {
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
