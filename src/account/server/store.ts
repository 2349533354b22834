import type { VisibleLots } from '#session/server/caller.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Db, UserAccountTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { isUniqueViolation } from '#kit/server/db/transaction.ts'
import type { GuestEntry } from '#session/guestData.ts'

export type User = Selectable<UserAccountTable>

export type Address = NonNullable<GuestEntry['address']>

/** Null is all lots. */
export function lotsOf({ level, lot_ids: lots }: Pick<User, 'level' | 'lot_ids'>): VisibleLots {
  return level === 1 ? null : lots
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Undefined for a guest, and after erasure. */
export async function findSessionUser(
  db: Db,
  { userId }: { userId: number | null },
): Promise<User | undefined> {
  return userId === null ? undefined : findUser(db, userId)
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function lockUser(tx: Tx, id: number): Promise<User | undefined> {
  assertLockOrder(tx, 'person', id)
  return tx.selectFrom('user_account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Lock the payments first, because a capture may store a card of the person. */
export async function lockUserForDeletion(tx: Tx, id: number): Promise<void> {
  assertLockOrder(tx, 'person', id)
  await tx.selectFrom('user_account').select('id').where('id', '=', id).forUpdate().execute()
}

export async function listAdminEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('email')
    .where('level', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}

/** Locks in one order, so that removals of admins run one at a time. */
export async function lockAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('id')
    .where('level', '=', 1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export function isDuplicateUserError(error: unknown): boolean {
  return ['user_account_email', 'user_account_tax_id'].some((index) => isUniqueViolation(error, index))
}

export async function findDuplicates(
  db: Db,
  { email, taxId }: { email: string; taxId: string },
  except: number | null = null,
): Promise<{ email: boolean; taxId: boolean }> {
  const rows = await db
    .selectFrom('user_account')
    .select(['email', 'tax_id'])
    .where((eb) => eb.or([eb('email', '=', email), eb('tax_id', '=', taxId)]))
    .where('id', '<>', except ?? 0)
    .execute()
  return { email: rows.some((row) => row.email === email), taxId: rows.some((row) => row.tax_id === taxId) }
}

type NewUser = {
  name: string
  email: string
  taxId: string
  phone: string
  passwordHash: string
  level: User['level']
  lots?: VisibleLots
  address: Address | null
  now: Date
}

export async function insertUser(db: Db, user: NewUser): Promise<User> {
  return db
    .insertInto('user_account')
    .values({
      name: user.name,
      email: user.email,
      tax_id: user.taxId,
      phone: user.phone,
      password_hash: user.passwordHash,
      level: user.level,
      lot_ids: user.lots ? [...user.lots] : null,
      ...(user.address ? addressColumns(user.address) : {}),
      created_at: user.now,
      updated_at: user.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type UserChange = Omit<Updateable<UserAccountTable>, 'id' | 'created_at' | 'updated_at' | 'password_at'>

export async function updateUser(db: Db, id: number, change: UserChange, now: Date): Promise<void> {
  const password = change.password_hash === undefined ? {} : { password_at: now }
  await db
    .updateTable('user_account')
    .set({ ...change, ...password, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function updateAddress(db: Db, id: number, address: Address, now: Date): Promise<void> {
  await updateUser(db, id, addressColumns(address), now)
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('user_account').where('id', '=', id).execute()
}

/** Null without a complete address. */
export function addressOfUser(user: User): Address | null {
  if (user.postal_code === null || user.street === null || user.city_id === null) return null
  return {
    postalcode: user.postal_code,
    street: user.street,
    streetNumber: user.street_number ?? '',
    complement: user.complement ?? '',
    neighborhood: user.neighborhood ?? '',
    cityId: user.city_id,
  }
}

function addressColumns(address: Address) {
  return {
    postal_code: address.postalcode,
    street: address.street,
    street_number: address.streetNumber,
    complement: address.complement,
    neighborhood: address.neighborhood,
    city_id: address.cityId,
  }
}
