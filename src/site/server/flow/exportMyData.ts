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
import type { Session } from '#session/session.ts'
import { listVehicles } from '#vehicle/server/view.ts'
import type { exportMyData as contract } from '../../contract.ts'
import { copiesOf } from '../copies.ts'
import { keptRecords, wireConsent, zone } from '../view.ts'

const all = { q: '', page: 1, perPage: 100_000 }

/** LGPD art. 18. Throws `unauthenticated`. */
export async function exportMyData(
  deps: { db: Db; clock: Clock; keepings: RetentionTables },
  session: Session,
): Promise<ReplyOf<typeof contract>['data']> {
  const { db } = deps
  const me = await readMe(deps, session)
  const { id } = me.user
  const { account, address } = latestEntry(await readGuest(db, session, deps.clock.now()))
  const devices = await devicesOf(db, id)
  return {
    account: wireUser(me.user),
    address: wirePerson(me),
    vehicles: (await listVehicles(db, id, all)).rows,
    saved_cards: (await listCards(db, id, all)).rows,
    consents: (await consentsOf(db, id)).map(wireConsent),
    payments: (await listPayments(db, id, all)).rows,
    payers: await exportPayers(db, id),
    reservations: await exportReservations(db, id, deps.clock.now()),
    contests: await ownContests(db, id),
    devices: devices.map((device) => ({
      id: device.id,
      created_at: isoIn(zone, device.created_at),
      used_at: isoIn(zone, device.used_at),
    })),
    logins: (await loginsOf(db, id, deps.clock.now())).map((login) => ({
      created_at: isoIn(zone, login.created_at),
      expires_at: isoIn(zone, login.expires_at),
    })),
    typed: { account, address },
    copies: copiesOf(deps.keepings),
    kept_after_erasure: keptRecords(await countFiscalRecords(db, id), deps.keepings),
    exported_at: isoIn(zone, deps.clock.now()),
  }
}
