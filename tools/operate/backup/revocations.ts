import { readFile, rename, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../db/schema.ts'
import { unusablePasswordHash } from '../../../src/account/server/passwords.ts'
import { hashToken, randomToken } from '../../../src/kit/server/secrets.ts'
import type { ActionOf } from '../../../src/kit/auditTerms.ts'
import { lookUp } from '../../../src/kit/text/lookUp.ts'
import { addMs } from '../../../src/kit/clock.ts'
import { transaction } from '../../../src/kit/server/db/transaction.ts'
import { eraseRestoredAccount } from '../../../src/site/server/flow/eraseAccount.ts'

const revocationKinds = [
  'erased',
  'level',
  'lots',
  'password',
  'email',
  'second_factor',
  'recovery_codes',
  'device_key',
  'device_lots',
  'device_revoked',
  'consent',
  'saved_cards',
  'vehicles',
] as const
type RevocationKind = (typeof revocationKinds)[number]

/**
 * One thing that a restore of an older backup would undo, without personal data. `id` is the row's number, 0 for a
 * whole table.
 */
const revocation = z.object({
  at: z.iso.datetime(),
  what: z.enum(revocationKinds),
  id: z.number(),
  level: z.nullish(z.number()),
  /** Lots of a person or device when the list was written; null means all. */
  lots: z.nullish(z.array(z.number())),
  /** The rows that the table had when the list was written. */
  kept: z.nullish(z.array(z.number())),
})
type Revocation = z.output<typeof revocation>

/** The revocation of every audited action of accounts and devices; null where a restore needs none. */
const revocationByAction: {
  readonly [S in 'account' | 'device']: Readonly<Record<ActionOf<S>, RevocationKind | null>>
} = {
  account: {
    created: null,
    changed: null,
    staff_created: null,
    admin_created: null,
    invited: null,
    level_changed: 'level',
    lots_changed: 'lots',
    second_factor_enrolled: null,
    recovery_code_used: 'recovery_codes',
    second_factor_reset: 'second_factor',
    signed_in: null,
    code_refused: null,
    email_changed: 'email',
    // By `password_at`, which customers have, too.
    password_changed: null,
    logins_ended: null,
    erased: 'erased',
  },
  device: { created: null, changed: 'device_lots', key_changed: 'device_key', revoked: 'device_revoked' },
}

type Row = {
  at: Date
  subject: string
  action: string
  id: string
  level: string | null
  lots: number[] | null
  kept: number[] | null
}

/** Writes the list to `file`, oldest first; answers how many lines. */
export async function writeRevocations(db: Db, file: string): Promise<number> {
  const { rows } = await sql<Row>`
    select at, subject, action, subject_id as id, after->>'level' as level,
      coalesce(user_account.lot_ids, device.lot_ids) as lots, null::bigint[] as kept
      from audit
      left join user_account on subject = 'account' and user_account.id::text = subject_id
      left join device on subject = 'device' and device.id::text = subject_id
      where subject in ('account', 'device')
    union all
    select password_at, 'password', '', id::text, null, null, null from user_account where password_at is not null
    union all
    select revoked_at, 'consent', '', id::text, null, null, null from consent where revoked_at is not null
    union all
    select now(), 'saved_cards', '', '0', null, null, array(select id from saved_card order by id)
    union all
    select now(), 'vehicles', '', '0', null, null, array(select id from vehicle order by id)
    order by at, subject, action, id`.execute(db)
  const lines = rows.flatMap(({ at, subject, action, id, level, lots, kept }) => {
    const what = revocationKindOf(subject, action)
    if (what === null) return []
    const line: Revocation = {
      at: at.toISOString(),
      what,
      id: Number(id),
      level: level === null ? null : Number(level),
      lots,
      ...(kept === null ? {} : { kept: kept.map(Number) }),
    }
    return [JSON.stringify(line)]
  })
  await writeFile(`${file}.unfinished`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  await rename(`${file}.unfinished`, file)
  return lines.length
}

/** Rows of other subjects than the audit trail's have their kind there. */
function revocationKindOf(subject: string, action: string): RevocationKind | null {
  const kind = revocationKinds.find((one) => one === subject)
  if (kind !== undefined) return kind
  return (
    lookUp<RevocationKind | null>(
      subject === 'device' ? revocationByAction.device : revocationByAction.account,
      action,
    ) ?? null
  )
}

/** Throws when a line is no revocation. */
export async function readRevocations(file: string): Promise<Revocation[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => z.parse(revocation, JSON.parse(line)))
}

/** Ends all logins, phones and links of recovery; answers how many logins and phones. Works on each release's tables. */
export async function endAllLogins(db: Db): Promise<number> {
  await sql`delete from session where user_id is null`.execute(db)
  await sql`update recovery_token set ended_at = now() where ended_at is null`.execute(db)
  const sessions = await sql`update session set ended_at = now() where ended_at is null`.execute(db)
  const phones = await sql`update device_token set revoked_at = now() where revoked_at is null`.execute(db)
  return Number(sessions.numAffectedRows) + Number(phones.numAffectedRows)
}

/** Transactions that were open at the backup's instant are not in it, though they are stamped earlier. */
const unfinishedMs = 60_000

/** Repeats revocations after `since` in a restored database of this release; answers how many. A repeat is harmless. */
export async function repeatRevocations(db: Db, ends: readonly Revocation[], since: Date): Promise<number> {
  const fits = await unusablePasswordHash()
  const again: Record<RevocationKind, (one: Revocation) => Promise<unknown>> = {
    erased: ({ id, at }) => transaction(db, (tx) => eraseRestoredAccount(tx, id, new Date(at))),
    level: ({ id, level }) =>
      sql`update user_account set level = ${level ?? 100} where id = ${id} and level < ${level ?? 100}`.execute(
        db,
      ),
    lots: ({ id, lots }) => narrowLots(db, 'user_account', id, lots),
    device_lots: ({ id, lots }) => narrowLots(db, 'device', id, lots),
    password: ({ id, at }) =>
      sql`update user_account set password_hash = ${fits}, password_at = ${at} where id = ${id}`.execute(db),
    // The restored address is the one that the person left.
    email: ({ id, at }) =>
      sql`update user_account set password_hash = ${fits}, password_at = ${at}, email_proved = false where id = ${id}`.execute(
        db,
      ),
    recovery_codes: ({ id }) => sql`delete from recovery_code where user_id = ${id}`.execute(db),
    second_factor: ({ id }) => sql`delete from second_factor where user_id = ${id}`.execute(db),
    device_key: ({ id }) =>
      sql`update device set key_hash = ${hashToken(randomToken())} where id = ${id}`.execute(db),
    consent: ({ id, at }) =>
      sql`update consent set revoked_at = ${at} where id = ${id} and revoked_at is null`.execute(db),
    saved_cards: (one) => deleteOthers(db, 'saved_card', one),
    vehicles: (one) => deleteOthers(db, 'vehicle', one),
    device_revoked: ({ id, at }) => sql`update device set revoked_at = ${at} where id = ${id}`.execute(db),
  }
  const younger = ends.filter(({ at }) => new Date(at) > addMs(since, -unfinishedMs))
  for (const one of younger) await again[one.what](one)
  return younger.length
}

/** Deletes the restored rows that the table did not have any more when the list was written. */
async function deleteOthers(
  db: Db,
  table: 'saved_card' | 'vehicle',
  { at, kept }: Revocation,
): Promise<void> {
  const before = addMs(new Date(at), -unfinishedMs)
  await sql`delete from ${sql.table(table)}
    where created_at < ${before} and not (id = any(${kept ?? []}::bigint[]))`.execute(db)
}

/** Leaves the lots that both the restored row and the list have; the restored null means all. */
async function narrowLots(
  db: Db,
  table: 'user_account' | 'device',
  id: number,
  lots: readonly number[] | null | undefined,
): Promise<void> {
  if (lots === null || lots === undefined) return
  await sql`update ${sql.table(table)} set lot_ids = case when lot_ids is null then ${lots}::integer[]
    else array(select unnest(lot_ids) intersect select unnest(${lots}::integer[]) order by 1) end
    where id = ${id}`.execute(db)
}
