import { type Selectable, sql } from 'kysely'
import type { Db, PartnerInvitationTable, Tx } from '#db/schema.ts'

type InvitationRow = Selectable<PartnerInvitationTable>

/** The accounts of a shop's people. */
export async function listPeople(db: Db, partnerId: number) {
  return db
    .selectFrom('partner_person')
    .innerJoin('user_account', 'user_account.id', 'partner_person.user_id')
    .select(['user_account.id', 'user_account.name', 'user_account.email'])
    .where('partner_id', '=', partnerId)
    .orderBy('user_account.name')
    .orderBy('user_account.id')
    .execute()
}

/** Whether the account is of this shop now; false where it is of another. */
export async function insertPerson(
  tx: Tx,
  person: { readonly userId: number; readonly partnerId: number; readonly now: Date },
): Promise<boolean> {
  const { userId, partnerId, now } = person
  await tx
    .insertInto('partner_person')
    .values({ user_id: userId, partner_id: partnerId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const tied = tx.selectFrom('partner_person').select('partner_id').where('user_id', '=', userId)
  return (await tied.executeTakeFirst())?.partner_id === partnerId
}

/** False where the account is not of this shop. */
export async function deletePerson(tx: Tx, userId: number, partnerId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('partner_person')
    .where('user_id', '=', userId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Newest first, without those whose link has ended. */
export async function listInvitations(db: Db, partnerId: number, now: Date): Promise<InvitationRow[]> {
  const invited = db.selectFrom('partner_invitation').selectAll().where('partner_id', '=', partnerId)
  return invited.where('expires_at', '>', now).orderBy('id', 'desc').execute()
}

type Invited = {
  readonly partnerId: number
  readonly email: string
  readonly now: Date
  readonly expiresAt: Date
}

/** The link of an earlier one is void. Answers its id. */
export async function insertInvitation(tx: Tx, invited: Invited): Promise<number> {
  const { partnerId, email, now, expiresAt } = invited
  const times = { created_at: now, expires_at: expiresAt }
  const inserted = tx
    .insertInto('partner_invitation')
    .values({ partner_id: partnerId, email, ...times })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'email']).doUpdateSet({ ...times, token_hash: null }),
    )
    .returning('id')
  return (await inserted.executeTakeFirstOrThrow()).id
}

/** With the shop's name; undefined once it was removed. */
export async function findInvitation(db: Db, id: number) {
  return db
    .selectFrom('partner_invitation')
    .innerJoin('partner', 'partner.id', 'partner_invitation.partner_id')
    .selectAll('partner_invitation')
    .select('partner.name as partner')
    .where('partner_invitation.id', '=', id)
    .executeTakeFirst()
}

export async function saveInvitationToken(db: Db, id: number, tokenHash: string): Promise<void> {
  await db.updateTable('partner_invitation').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/** Deletes it, so that its link is good once. */
export async function consumeInvitation(tx: Tx, tokenHash: string, now: Date) {
  return tx
    .deleteFrom('partner_invitation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['partner_id', 'email'])
    .executeTakeFirst()
}

/** False without it. */
export async function deleteInvitation(tx: Tx, id: number, partnerId: number): Promise<boolean> {
  const { rows } = await sql`delete from partner_invitation where id = ${id} and partner_id = ${partnerId}
    returning 1`.execute(tx)
  return rows.length > 0
}
