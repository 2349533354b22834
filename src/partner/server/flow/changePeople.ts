import type { Tx } from '#db/schema.ts'
import { findUser, findUserByEmail } from '#account/server/store.ts'
import { isStaff } from '#account/user.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { PartnerDeps } from '../deps.ts'
import { enqueueAccess, enqueueInvitation } from '../jobs/peopleMails.ts'
import {
  consumeInvitation,
  deleteInvitation,
  deletePerson,
  insertInvitation,
  insertPerson,
} from '../people.ts'
import { lockPartner, lockVisiblePartner } from '../store.ts'
import { auditPartner, type Editor } from './changePartner.ts'

const staffText = 'Esta conta é da equipe e não pode ser de uma loja.'
const otherShopText = 'Esta conta já é de outra loja.'
const invitationMs = 7 * dayMs

/**
 * Ties the account of an e-mail to the partner, or invites the e-mail; each call mails. Throws `not_found`, and 422 for
 * an account of staff or of another shop.
 */
export async function addPerson(tx: Tx, partnerId: number, email: string, by: Editor): Promise<void> {
  await lockVisiblePartner(tx, partnerId, by)
  const user = await findUserByEmail(tx, email)
  if (!user) return invite(tx, partnerId, email, by)
  if (isStaff(user.level)) throw invalid({ email: [staffText] })
  const isTied = await insertPerson(tx, { userId: user.id, partnerId, now: by.now })
  if (!isTied) throw invalid({ email: [otherShopText] })
  await enqueueAccess(tx, { partnerId, userId: user.id }, by.now)
  await auditPartner(tx, partnerId, by, { action: 'person_added', after: { person: `nº ${user.id}` } })
}

async function invite(tx: Tx, partnerId: number, email: string, by: Editor): Promise<void> {
  const { now } = by
  const expiresAt = addMs(now, invitationMs)
  const invitationId = await insertInvitation(tx, { partnerId, email, now, expiresAt })
  await enqueueInvitation(tx, invitationId, now)
  await auditPartner(tx, partnerId, by, { action: 'person_invited' })
}

/** Throws `not_found`. */
export async function removePerson(tx: Tx, partnerId: number, userId: number, by: Editor): Promise<void> {
  await lockVisiblePartner(tx, partnerId, by)
  if (!(await deletePerson(tx, userId, partnerId))) throw fail('not_found')
  await auditPartner(tx, partnerId, by, { action: 'person_removed', before: { person: `nº ${userId}` } })
}

/** Throws `not_found`. */
export async function removeInvitation(tx: Tx, partnerId: number, id: number, by: Editor): Promise<void> {
  await lockVisiblePartner(tx, partnerId, by)
  if (!(await deleteInvitation(tx, id, partnerId))) throw fail('not_found')
  await auditPartner(tx, partnerId, by, { action: 'invitation_removed' })
}

/**
 * Ties the signed-in account to the shop whose mailed link it holds; the link is good once. Throws `not_found`,
 * `forbidden` while the partner is inactive, and 422 for an account of staff or of another shop.
 */
export async function acceptInvitation(
  { db, clock }: Pick<PartnerDeps, 'db' | 'clock'>,
  token: string,
  userId: number,
): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    const invited = await consumeInvitation(tx, hashToken(token), now)
    const partner = invited && (await lockPartner(tx, invited.partner_id))
    const user = await findUser(tx, userId)
    if (!partner || !user) throw fail('not_found')
    if (!partner.active) throw fail('forbidden')
    if (isStaff(user.level)) throw invalid({ token: [staffText] })
    if (!(await insertPerson(tx, { userId, partnerId: partner.id, now })))
      throw invalid({ token: [otherShopText] })
    const by = { actor: `shop ${userId}`, now }
    await auditPartner(tx, partner.id, by, { action: 'person_added', after: { person: `nº ${userId}` } })
  })
}
