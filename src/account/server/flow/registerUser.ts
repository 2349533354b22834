import type { Db } from '#db/schema.ts'
import type { Level } from '../../user.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { type Address, insertUser, updateUser, userByTaxId } from '../store.ts'
import { insertConsent } from '../consents.ts'

type Registration = {
  name: string
  email: string
  taxId: string
  phone: string
  password: string
  level: Level
  address: Address | null
}

/** Answers the id. */
export async function registerUser(db: Db, wanted: Registration, now: Date): Promise<number> {
  const known = await userByTaxId(db, wanted.taxId)
  const same = known && known.email === wanted.email
  if (same && (await isPassword(known.password_hash, wanted.password, null))) return known.id
  const passwordHash = await hashPassword(wanted.password, null)
  if (known) {
    await updateUser(db, known.id, { email: wanted.email, password_hash: passwordHash }, now)
    return known.id
  }
  const user = await insertUser(db, { ...wanted, passwordHash, now })
  await insertConsent(db, { userId: user.id, kind: 'terms', termsHash: null, now })
  return user.id
}
