import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '../../tools/operate/backup/restoreBackup.ts'
import { takeBackup } from '../../tools/operate/backup/takeBackup.ts'
import { type Database, migrationsDir, openWithoutMigrating } from '#app/server/database.ts'
import type { Db } from '#db/schema.ts'
import { copyBare } from '#test/support/database/embedded/template.ts'
import { createPostgresDatabase } from '#test/support/database/testDatabase.ts'
import { customer } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { contentsOf, withoutLogins } from './contents.ts'

let file: string
const folder = mkdtempSync(join(tmpdir(), 'guiche-backup-'))
const portal = portalOfFile()
beforeAll(async () => {
  await customer(portal)
  file = join(folder, 'whole.backup')
  await takeBackup({ db: portal.db, clock: portal.clock }, file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a backup', () => {
  it('contains one instant: what is written during the backup is not in it', async () => {
    const during = join(folder, 'during.backup')
    const isWaiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          portal.db,
        )
      ).rows.length > 0
    // The first table is locked, so that the backup has begun but read nothing.
    const taking = await portal.db.transaction().execute(async (db) => {
      await sql`lock table acquirer_event in access exclusive mode`.execute(db)
      const begun = takeBackup({ db: portal.db, clock: portal.clock }, during)
      await until('the backup waits', isWaiting)
      const late = { key: 'written_meanwhile', value: '{}', updated_at: portal.clock.now() }
      await portal.db.insertInto('setting').values(late).execute()
      return { begun }
    })
    await taking.begun
    const text = gunzipSync(readFileSync(during)).toString('utf8')
    expect(text).toContain('reserveEnabled')
    expect(text).not.toContain('written_meanwhile')
    expect(statSync(during).mode & 0o777).toBe(0o600)
    await portal.db.deleteFrom('setting').where('key', '=', 'written_meanwhile').execute()
  })
})

describe('a restore', () => {
  let empty: Database
  beforeEach(async () => {
    const databaseUrl = await createPostgresDatabase('empty')
    empty = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
    return () => empty.close()
  })
  const spoilt = (change: (text: string) => string) => {
    const other = join(folder, 'spoilt.backup')
    writeFileSync(other, gzipSync(change(gunzipSync(readFileSync(file)).toString('utf8'))))
    return restoreBackup(empty.db, other, migrationsDir)
  }
  const tables = async () => Object.keys(await contentsOf(empty.db))

  it('restores every row of every table, and new rows get new ids', async () => {
    const taken = await restoreBackup(empty.db, file, migrationsDir)
    expect(withoutLogins(await contentsOf(empty.db))).toEqual(withoutLogins(await contentsOf(portal.db)))
    expect(taken.tables).toBe((await tables()).length)
    const next = async (db: Db) =>
      (await sql<{ id: number }>`select nextval('user_account_id_seq') as id`.execute(db)).rows
    expect(await next(empty.db)).toEqual(await next(portal.db))
    await expect(restoreBackup(empty.db, file, migrationsDir)).rejects.toThrow(/not empty/)
  })

  it('reuses no number of the event feed that was issued after the backup', async () => {
    await restoreBackup(empty.db, file, migrationsDir)
    const news = { lot_id: 1, kind: 'opened', ticket_code: '0000000000017', at: portal.clock.now() }
    const insertEvent = async (db: Db) =>
      (await db.insertInto('equipment_event').values(news).returning('id').executeTakeFirstOrThrow()).id
    for (let lost = 0; lost < 3; lost += 1) await insertEvent(portal.db)
    expect(await insertEvent(empty.db)).toBeGreaterThan(await insertEvent(portal.db))
    await portal.db.deleteFrom('equipment_event').where('ticket_code', '=', news.ticket_code).execute()
  })

  it('of a file with one changed byte fails and leaves no data', async () => {
    await expect(spoilt((text) => text.replace('Joana Martins', 'Joana Martinz'))).rejects.toThrow(/damaged/)
    expect(await tables()).toEqual([])
  })

  it('of a truncated file fails and leaves no data', async () => {
    const cut = (text: string) => text.slice(0, text.lastIndexOf('{"end"'))
    await expect(spoilt(cut)).rejects.toThrow(/cut off/)
    expect(await tables()).toEqual([])
    const half = join(folder, 'half.backup')
    writeFileSync(half, readFileSync(file))
    truncateSync(half, Math.floor(readFileSync(file).length / 2))
    await expect(restoreBackup(empty.db, half, migrationsDir)).rejects.toThrow(/unexpected end of file/)
    expect(await tables()).toEqual([])
  })

  it('of a newer version, of before the first release, or of something else, is refused', async () => {
    const newer = (text: string) => text.replace('"migrations":[', '"migrations":["9999_later.sql",')
    await expect(spoilt(newer)).rejects.toThrow(/newer version, which has 9999_later.sql/)
    const unreleased = (text: string) =>
      text.replace('"migrations":[', '"migrations":["0001_tickets_and_payments.sql",')
    await expect(spoilt(unreleased)).rejects.toThrow(/the backup is from before the first release/)
    await expect(spoilt(() => '{}\n')).rejects.toThrow(/not a backup/)
    expect(await tables()).toEqual([])
  })

  it('works into the embedded database too', { tags: 'deep' }, async () => {
    const dataDir = join(folder, 'var')
    await copyBare(dataDir)
    const embedded = await openWithoutMigrating({ databaseUrl: null, dataDir }, () => {})
    await restoreBackup(embedded.db, file, migrationsDir)
    const restored = await contentsOf(embedded.db)
    await embedded.close()
    expect(Object.keys(restored).sort()).toEqual(Object.keys(await contentsOf(portal.db)).sort())
    expect(restored['user_account']).toEqual((await contentsOf(portal.db))['user_account'])
    expect(restored['payment']).toEqual((await contentsOf(portal.db))['payment'])
  })
})
