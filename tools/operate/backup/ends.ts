import { readFile, rename, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../db/schema.ts'
import { hashPassword } from '../../../src/account/server/passwords.ts'
import { hashToken, randomToken } from '../../../src/kit/server/secrets.ts'
import { plus } from '../../../src/kit/clock.ts'
import { transaction } from '../../../src/kit/server/db/transaction.ts'
import { eraseRestored } from '../../../src/site/server/flow/eraseAccount.ts'

/** What a restore of an older backup would undo: the row's number, and the level of a lowered one. No personal data. */
const ending = z.object({
  at: z.iso.datetime(),
  what: z.enum(['erased', 'level', 'password', 'second_factor', 'device_key', 'device_revoked']),
  id: z.number(),
  level: z.nullish(z.number()),
})
type Ending = z.output<typeof ending>
type What = Ending['what']

/** Writes the list to `file`, oldest first; answers how many lines. */
export async function writeEnds(db: Db, file: string): Promise<number> {
  const { rows } = await sql<{ at: Date; what: What; id: string; level: string | null }>`
    select at, what, id, level from (
      select at, subject_id as id, after->>'level' as level, case action
        when 'erased' then 'erased' when 'level_changed' then 'level'
        when 'second_factor_reset' then 'second_factor'
        when 'key_changed' then 'device_key' when 'revoked' then 'device_revoked' end as what
      from audit where subject in ('account', 'device')
      union all
      select password_at, id::text, null, 'password' from user_account where password_at is not null) as ends
    where what is not null order by at, what, id`.execute(db)
  const lines = rows.map(({ at, what, id, level }) =>
    JSON.stringify({
      at: at.toISOString(),
      what,
      id: Number(id),
      level: level === null ? null : Number(level),
    }),
  )
  await writeFile(`${file}.unfinished`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  await rename(`${file}.unfinished`, file)
  return lines.length
}

/** Throws when a line is no ending. */
export async function readEnds(file: string): Promise<Ending[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => z.parse(ending, JSON.parse(line)))
}

/** Ends all logins, phones and links of recovery; answers how many logins and phones. Works on each release's tables. */
export async function endAllLogins(db: Db): Promise<number> {
  await sql`delete from session where user_id is null`.execute(db)
  await sql`update recovery_token set ended_at = now() where ended_at is null`.execute(db)
  const sessions = await sql`update session set ended_at = now(), data = '{}' where ended_at is null`.execute(
    db,
  )
  const phones = await sql`update device_token set revoked_at = now() where revoked_at is null`.execute(db)
  return Number(sessions.numAffectedRows) + Number(phones.numAffectedRows)
}

/** Transactions that were open at the backup's instant are not in it, though they are stamped earlier. */
const unfinishedMs = 60_000

/** Repeats what ended after `since` in a restored database of this release; answers how many. Repeating it is harmless. */
export async function applyEnds(db: Db, ends: readonly Ending[], since: Date): Promise<number> {
  const fits = await hashPassword(randomToken(), null)
  const again: Record<What, (one: Ending) => Promise<unknown>> = {
    erased: ({ id, at }) => transaction(db, (tx) => eraseRestored(tx, id, new Date(at))),
    level: ({ id, level }) =>
      sql`update user_account set level = ${level ?? 100} where id = ${id} and level < ${level ?? 100}`.execute(
        db,
      ),
    password: ({ id, at }) =>
      sql`update user_account set password_hash = ${fits}, password_at = ${at} where id = ${id}`.execute(db),
    second_factor: ({ id }) => sql`delete from second_factor where user_id = ${id}`.execute(db),
    device_key: ({ id }) =>
      sql`update device set key_hash = ${hashToken(randomToken())} where id = ${id}`.execute(db),
    device_revoked: ({ id, at }) => sql`update device set revoked_at = ${at} where id = ${id}`.execute(db),
  }
  const younger = ends.filter(({ at }) => new Date(at) > plus(since, -unfinishedMs))
  for (const one of younger) await again[one.what](one)
  return younger.length
}
