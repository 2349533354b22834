import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { insertConsent, revokeConsents } from '#account/server/consents.ts'
import { insertCard } from '#card/server/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { comparePassword } from '#account/server/passwords.ts'
import { findUser } from '#account/server/store.ts'
import type { Level } from '#account/user.ts'
import { type Database, migrationsDir, openWithoutMigrating } from '#app/server/database.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { must } from '#test/support/flow.ts'
import { customer, logIn } from '#test/support/people.ts'
import { auditOwnAccount } from '#staff/server/auditOwnAccount.ts'
import { staffMember } from '#test/support/staff.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import {
  repeatRevocations,
  readRevocations,
  writeRevocations,
} from '../../tools/operate/backup/revocations.ts'
import { restoreBackup } from '../../tools/operate/backup/restoreBackup.ts'
import { takeBackup } from '../../tools/operate/backup/takeBackup.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-ends-'))
const [file, list] = [join(folder, 'whole.backup'), join(folder, 'ends.list')]
const portal = portalOfFile()
let restored: Database
beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase('empty')
  restored = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
})
afterAll(async () => {
  await restored.close()
  rmSync(folder, { recursive: true, force: true })
})

it('after a restore all logins have ended, and deletions made after the backup are repeated', async () => {
  const [erased, changed, kept] = [await customer(portal), await customer(portal), await customer(portal)]
  must(await logIn(portal.client(), kept.person, { app: true }))
  const staffOf = async (level: Level) =>
    Number(
      (
        await portal.db
          .selectFrom('user_account')
          .select('id')
          .where('level', '=', level)
          .executeTakeFirstOrThrow()
      ).id,
    )
  const supervisor = await staffOf(10)
  const admin = await staffMember(portal, 1)
  const manager = await staffOf(2)
  const device = await portal.db
    .selectFrom('device')
    .select(['id', 'name', 'lot_ids'])
    .executeTakeFirstOrThrow()
  await portal.db
    .updateTable('device')
    .set({ lot_ids: [1, 2] })
    .where('id', '=', device.id)
    .execute()
  await portal.db.insertInto('recovery_code').values({ user_id: manager, code_hash: 'used later' }).execute()
  const owned = await customer(portal)
  const plates = ['ABC1D23', 'ABC1D24']
  for (const license_plate of plates)
    must(await owned.client.post('/api/gl_person_vehicle', { name: 'Carro', license_plate }))
  const digits = ['1111', '2222']
  for (const lastDigits of digits)
    await insertCard(portal.db, {
      token: randomToken(),
      userId: owned.person.id,
      paymentType: 2,
      brand: 'Visa',
      lastDigits,
      acquirer: 'cielo',
      sealed: { text: 'sealed', keyId: 'key' },
      now: portal.clock.now(),
    })
  const cardTerms = {
    userId: owned.person.id,
    kind: 'saved_cards',
    termsHash: 'hash',
    now: portal.clock.now(),
  } as const
  await insertConsent(portal.db, cardTerms)
  await takeBackup({ db: portal.db, clock: portal.clock }, file)

  portal.clock.forward(60)
  must(await erased.client.post('/api/me/erase', { password: erased.person.password }))
  const { id, password } = changed.person
  const change = { ...changed.person, changePassword: true, password, password_new: 'outra-senha' }
  must(await changed.client.change('PUT', `/api/me/gl_user/${id}`, change))
  must(await admin.change('PUT', `/api/staff/users/${supervisor}`, { level: 100 }))
  must(await admin.change('PUT', `/api/staff/users/${manager}`, { level: 2, lot_ids: [1] }))
  must(await admin.change('PUT', `/api/staff/devices/${device.id}`, { name: device.name, lot_ids: [2] }))
  const own = { ip: '192.0.2.1', now: portal.clock.now() }
  await portal.db.transaction().execute(async (tx) => {
    for (const action of ['recovery_code_used', 'email_changed'] as const)
      await auditOwnAccount(tx, manager, { ...own, action })
  })
  const ofOwner = (db: Database['db'], table: 'vehicle' | 'saved_card' | 'consent') =>
    sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where user_id = ${owned.person.id} order by id`.execute(db)
  await sql`delete from vehicle where plate = ${plates[0]}`.execute(portal.db)
  await sql`delete from saved_card where last_digits = ${digits[0]}`.execute(portal.db)
  await revokeConsents(portal.db, owned.person.id, 'saved_cards', portal.clock.now())
  expect(await writeRevocations(portal.db, list)).toBeGreaterThanOrEqual(3)
  expect(statSync(list).mode & 0o777).toBe(0o600)

  const { takenAt, ended } = await restoreBackup(restored.db, file, migrationsDir)
  expect(ended).toBeGreaterThanOrEqual(5)
  const open = await Promise.all([
    restored.db.selectFrom('session').select('id_hash').where('ended_at', 'is', null).execute(),
    restored.db.selectFrom('device_token').select('id').where('revoked_at', 'is', null).execute(),
  ])
  expect(open).toEqual([[], []])
  const now = async (userId: number) => findUser(restored.db, userId)
  expect(await comparePassword((await now(id))?.password_hash ?? null, password, null)).toBe(true)
  expect((await now(supervisor))?.level).toBe(10)

  const managerHash = (await now(manager))?.password_hash
  const ends = await readRevocations(list)
  for (let times = 0; times < 2; times += 1) await repeatRevocations(restored.db, ends, takenAt)
  expect(await now(erased.person.id)).toBeUndefined()
  expect(await comparePassword((await now(id))?.password_hash ?? null, password, null)).toBe(false)
  expect((await now(supervisor))?.level).toBe(100)
  const narrowed = await now(manager)
  expect(narrowed).toMatchObject({ level: 2, lot_ids: [1], email_proved: false })
  expect(narrowed?.password_hash).not.toBe(managerHash)
  expect(
    await restored.db.selectFrom('recovery_code').where('user_id', '=', manager).selectAll().execute(),
  ).toEqual([])
  const lotsOfDevice = restored.db.selectFrom('device').select('lot_ids').where('id', '=', device.id)
  expect(await lotsOfDevice.execute()).toEqual([{ lot_ids: [2] }])
  for (const table of ['vehicle', 'saved_card', 'consent'] as const)
    expect((await ofOwner(restored.db, table)).rows).toEqual((await ofOwner(portal.db, table)).rows)
  const same = await now(kept.person.id)
  expect(await comparePassword(same?.password_hash ?? null, kept.person.password, null)).toBe(true)
  expect(await repeatRevocations(restored.db, ends, portal.clock.now())).toBeLessThanOrEqual(ends.length)
})

it('a list of deletions with an invalid line is refused', async () => {
  writeFileSync(list, '{"at":"2026-01-01T00:00:00.000Z","what":"nothing","id":1}\n')
  await expect(readRevocations(list)).rejects.toThrow('what')
})
