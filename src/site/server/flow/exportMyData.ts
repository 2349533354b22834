import { consentsOf } from '#account/server/consents.ts'
import { devicesOf } from '#account/server/devices.ts'
import { readMe } from '#account/server/flow/me/readMe.ts'
import { wirePerson, wireUser } from '#account/server/view.ts'
import { listCards } from '#card/server/flow/listCards.ts'
import { ownContests } from '#contest/server/view.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { RetentionTables } from '#kit/server/retention/retention.ts'
import { exportPayers } from '#payment/server/retention/view.ts'
import { listPayments } from '#receipt/server/history.ts'
import { countFiscalRecords } from '#payment/server/retention/owner.ts'
import { exportReservations } from '#reservation/server/flow/me/ownData.ts'
import { loginsOf } from '#session/server/store.ts'
import { latestEntry } from '#session/guestData.ts'
import { readGuest } from '#session/server/guest.ts'
import { registerZone } from '#staff/server/lists.ts'
import type { Session } from '#session/session.ts'
import { listVehicles } from '#vehicle/server/view.ts'
import type { exportMyData as contract } from '../../contract.ts'
import { copiesOf, keptRecords, wireConsent } from '../view.ts'

const all = { q: '', page: 1, perPage: 100_000 }

/** LGPD art. 18. Throws `unauthenticated`. */
export async function exportMyData(
  deps: { db: Db; clock: Clock; keepings: RetentionTables },
  session: Session,
): Promise<ReplyOf<typeof contract>['data']> {
  const { db } = deps
  const me = await readMe(deps, session)
  const { id } = me.user
  const now = deps.clock.now()
  const { account, address } = latestEntry(await readGuest(db, session, now))
  const devices = await devicesOf(db, id)
  const logins = await loginsOf(db, id, now)
  const iso = (at: Date) => isoIn(registerZone, at)
  return {
    account: wireUser(me.user),
    address: wirePerson(me),
    vehicles: (await listVehicles(db, id, all)).rows,
    saved_cards: (await listCards(db, id, all)).rows,
    consents: (await consentsOf(db, id)).map(wireConsent),
    payments: (await listPayments(db, id, all)).rows,
    payers: await exportPayers(db, id),
    reservations: await exportReservations(db, id, now),
    contests: await ownContests(db, id),
    devices: devices.map(({ created_at, used_at, ...device }) => ({
      ...device,
      created_at: iso(created_at),
      used_at: iso(used_at),
    })),
    logins: logins.map(({ created_at, expires_at }) => ({
      created_at: iso(created_at),
      expires_at: iso(expires_at),
    })),
    typed: { account, address },
    copies: copiesOf(deps.keepings),
    kept_after_erasure: keptRecords(await countFiscalRecords(db, id), deps.keepings),
    exported_at: iso(now),
  }
}
