import { listUserConsents } from '#account/server/consents.ts'
import { listDeviceTokens } from '#account/server/deviceTokens.ts'
import { readMe } from '#account/server/flow/me/readMe.ts'
import { wirePerson, wireUser } from '#account/server/view.ts'
import { listCards } from '#card/server/flow/listCards.ts'
import { contestsOfUser } from '#contest/server/view.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { RetentionTables } from '#kit/server/retention/retention.ts'
import { exportPayers } from '#payment/server/retention/exportPayers.ts'
import { listPayments } from '#receipt/server/history.ts'
import { countFiscalRecords } from '#payment/server/retention/owner.ts'
import { exportReservations } from '#reservation/server/flow/me/personalData.ts'
import { listLogins } from '#session/server/store.ts'
import { latestEntry } from '#session/guestData.ts'
import { readGuestEntries } from '#session/server/guestData.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { Session } from '#session/session.ts'
import { listVehicles } from '#vehicle/server/view.ts'
import type { exportMyData as contract } from '../../contract.ts'
import { listDataCopies, listKeptRecords, wireConsent } from '../view.ts'

const allRows = { q: '', page: 1, perPage: 100_000 }

/** LGPD art. 18. Throws `unauthenticated`. */
export async function exportMyData(
  deps: { db: Db; clock: Clock; operatorTimeZone: OperatorTimeZone; retentionTables: RetentionTables },
  session: Session,
): Promise<ReplyOf<typeof contract>['data']> {
  const { db } = deps
  const me = await readMe(deps, session)
  const { id } = me.user
  const now = deps.clock.now()
  const { account, address } = latestEntry(await readGuestEntries(db, session, now))
  const devices = await listDeviceTokens(db, id)
  const logins = await listLogins(db, id, now)
  const timeZone = await deps.operatorTimeZone()
  const iso = (at: Date) => isoIn(timeZone, at)
  return {
    account: wireUser(me.user, timeZone),
    address: wirePerson(me, timeZone),
    vehicles: (await listVehicles(deps, id, allRows)).rows,
    saved_cards: (await listCards(deps, id, allRows)).rows,
    consents: (await listUserConsents(db, id)).map((consent) => wireConsent(consent, timeZone)),
    payments: (await listPayments(db, id, allRows)).rows,
    payers: await exportPayers(db, id),
    reservations: await exportReservations(db, id, now),
    contests: await contestsOfUser(db, id),
    devices: devices.map((one) => ({ ...one, created_at: iso(one.created_at), used_at: iso(one.used_at) })),
    logins: logins.map((one) => ({ created_at: iso(one.created_at), expires_at: iso(one.expires_at) })),
    typed: { account, address },
    copies: listDataCopies(deps.retentionTables),
    kept_after_erasure: listKeptRecords(await countFiscalRecords(db, id), deps.retentionTables),
    exported_at: iso(now),
  }
}
