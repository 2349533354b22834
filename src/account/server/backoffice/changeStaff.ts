import type { Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import type { ActionOf } from '#kit/auditTerms.ts'
import { audit } from '#kit/server/audit.ts'
import { deleteSecondFactor } from '#staff/server/store.ts'
import { lotRequiredText } from '../../backoffice.ts'
import { isStaff, type Level } from '../../user.ts'
import { endLogins } from '../deviceTokens.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { findDuplicates, insertUser, lockAdmins, lockUser, lotsOf, updateUser, type User } from '../store.ts'
import { enqueueRecovery } from '../jobs/mails.ts'

type AuditContext = { actor: string; now: Date }
type LotNames = ReadonlyMap<number, string>

/** Mails a link to set the password. Throws `duplicate_account`. */
export async function addStaff(
  tx: Tx,
  person: { name: string; email: string; taxId: string; phone: string; level: Level; lots: VisibleLots },
  { passwordHash, lotNames, actor, now }: AuditContext & { passwordHash: string; lotNames: LotNames },
): Promise<number> {
  const lots = person.level === 1 ? null : person.lots
  const after = { level: person.level, lots: lotNamesOf(lots, lotNames) }
  const taken = await findDuplicates(tx, person)
  if (taken.email || taken.taxId) throw fail('duplicate_account')
  const user = await insertUser(tx, { ...person, lots, passwordHash, address: null, now })
  await auditUser(tx, user.id, { actor, now, action: 'staff_created', after })
  await enqueueRecovery(tx, { userId: user.id, invited: true }, now)
  return user.id
}

/** Throws `not_found`, `not_staff`. */
export async function resendInvitation(tx: Tx, userId: number, by: AuditContext): Promise<void> {
  const { level } = await lockExistingUser(tx, userId)
  if (!isStaff(level)) throw fail('not_staff')
  await enqueueRecovery(tx, { userId, invited: true }, by.now)
  await auditUser(tx, userId, { ...by, action: 'invited' })
}

async function lockExistingUser(tx: Tx, userId: number): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw fail('not_found')
  return user
}

function lotNamesOf(lots: VisibleLots, names: LotNames): string[] {
  if (lots === null) return ['Todos']
  return lots.map((id) => {
    const name = names.get(id)
    if (name === undefined) throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
    return name
  })
}

/**
 * Ends the person's logins; mails new staff a link to set a password (docs/spec.md#r31). Throws `own_level`,
 * `forbidden`, `not_found`, and 422 for new staff without a choice of lots.
 */
export async function changeLevel(tx: Tx, change: LevelChange): Promise<void> {
  const { userId, level, byId, actor, now } = change
  if (userId === byId) throw fail('own_level')
  // Admins who demote each other take turns.
  const admins = await lockAdmins(tx)
  if (!admins.includes(byId)) throw fail('forbidden')
  const user = await lockExistingUser(tx, userId)
  const isNewStaff = isStaff(level) && !isStaff(user.level)
  // Admins have all lots.
  if (isNewStaff && level !== 1 && change.lots === undefined) throw invalid({ lot_ids: [lotRequiredText] })
  await changeLots(tx, user, change)
  if (user.level === level) return
  await updateUser(tx, userId, { level }, now)
  await endLogins(tx, userId, null, now)
  if (isNewStaff) {
    await updateUser(tx, userId, { password_hash: change.passwordHash, short_password: false }, now)
    await enqueueRecovery(tx, { userId, invited: true }, now)
  }
  const levels = { before: { level: user.level }, after: { level } }
  await auditUser(tx, userId, { actor, now, action: 'level_changed', ...levels })
}

type LevelChange = AuditContext & {
  userId: number
  level: Level
  lots: VisibleLots | undefined
  lotNames: LotNames
  byId: number
  passwordHash: string
}

async function changeLots(
  tx: Tx,
  user: User,
  { level, lots: chosen = lotsOf(user), lotNames, actor, now }: LevelChange,
): Promise<void> {
  const lots = level === 1 || !isStaff(level) ? null : chosen
  const after = { lots: lotNamesOf(lots, lotNames) }
  if (JSON.stringify(lots) === JSON.stringify(user.lot_ids)) return
  const before = { lots: lotNamesOf(user.lot_ids, lotNames) }
  await updateUser(tx, user.id, { lot_ids: lots && [...lots] }, now)
  await auditUser(tx, user.id, { actor, now, action: 'lots_changed', before, after })
}

/** Throws `not_found`. */
export async function signOutEverywhere(tx: Tx, userId: number, by: AuditContext): Promise<void> {
  await lockExistingUser(tx, userId)
  await endLogins(tx, userId, null, by.now)
  await auditUser(tx, userId, { ...by, action: 'logins_ended' })
}

/** Throws `not_found`. */
export async function removeSecondFactor(tx: Tx, userId: number, by: AuditContext): Promise<void> {
  await signOutEverywhere(tx, userId, by)
  if (await deleteSecondFactor(tx, userId))
    await auditUser(tx, userId, { ...by, action: 'second_factor_reset' })
}

type AuditedUser = { level?: Level; lots?: string[] }
type UserAudit = AuditContext & { action: ActionOf<'account'>; before?: AuditedUser; after?: AuditedUser }

function auditUser(tx: Tx, userId: number, { now, ...entry }: UserAudit): Promise<void> {
  return audit(tx, { at: now, subject: 'account', subjectId: String(userId), ...entry })
}
