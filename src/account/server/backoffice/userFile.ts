import { openUser } from './searchUsers.ts'
import type { Db } from '#db/schema.ts'
import { maskTaxId } from '#kit/brazil.ts'
import { isoIn } from '#kit/clock.ts'
import type { Member } from '#session/server/caller.ts'
import { countLogins } from '#session/server/flow/countLogins.ts'
import { isAllowed } from '#staff/level.ts'
import type { BackOfficeUser } from '../../backoffice.ts'
import { secondFactorOf } from '#staff/server/store.ts'
import { lotsOf } from '../store.ts'
import { registerZone } from '#staff/server/lists.ts'

/** Throws `not_found`. */
export async function userFile(
  db: Db,
  id: number,
  { member, now }: { member: Member; now: Date },
): Promise<BackOfficeUser> {
  const { user, phones } = await openUser(db, id, member)
  const factor = await secondFactorOf(db, id)
  const lots = lotsOf(user)
  const edit = isAllowed(member.level, 'admin')
  return {
    id,
    name: user.name,
    email: user.email,
    level: user.level,
    phone: user.phone,
    tax_id: maskTaxId(user.tax_id),
    second_factor: factor !== undefined && factor.confirmed_at !== null,
    all_lots: lots === null,
    lot_ids: [...(lots ?? [])],
    logins: (await countLogins(db, id, now)) + phones,
    created_at: isoIn(registerZone, user.created_at),
    updated_at: isoIn(registerZone, user.updated_at),
    can: { edit, level: edit && id !== member.id },
  }
}
