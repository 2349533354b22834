import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsDir } from '#app/server/database.ts'
import { migrationFiles } from '#kit/server/db/migrate.ts'

/** The database of the first release. */
const baseline = '0001_baseline.sql'

const growing = '(?:payment|attempt|ledger|ticket|paid_segment|review_case)'
const alters = new RegExp(String.raw`^alter table (?:only )?(?:public\.)?"?${growing}"?\s`)

/** Parts of a migration that would break the previous release, or lock a table for long (CONTRIBUTING.md). */
function faultsIn(text: string): string[] {
  const saysSince = /^-- Unused since [0-9a-f]{7,}: \S/m.test(text)
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
  return statements.flatMap((statement) => {
    const drops =
      /^drop (?:index|table)|^alter table .*\bdrop (?:column|(?!constraint|not null|default|identity|expression)\w)/
    if (drops.test(statement) && !saysSince) return [`says no release that left it unused: ${statement}`]
    const parts = alters.test(statement) ? statement.split(/,(?= (?:add|alter|drop|validate) )/) : []
    const checks = /\badd\b.*\b(?:check|references)\b|\bset not null\b/
    return parts
      .filter((part) => checks.test(part) && !part.endsWith('not valid'))
      .map((part) => `reads the whole table while nobody may use it: ${part}`)
  })
}

describe('a migration is compatible with a running previous release', () => {
  it.each(migrationFiles(migrationsDir).filter((file) => file > baseline))('%s', (file) =>
    expect(faultsIn(readFileSync(join(migrationsDir, file), 'utf8'))).toEqual([]),
  )

  it.each([
    'drop index payment_session',
    'drop index if exists payment_session; create index payment_session on payment (session_hash)',
    'drop table sale_event',
    'alter table payment drop column payer',
    'alter table payment drop payer',
    'alter table ledger add constraint x check (amount_cents > 0)',
    'alter table ledger drop constraint x, add constraint x\n  check (amount_cents > 0)',
    'alter table attempt add column n int check (n > 0)',
    'alter table ticket add foreign key (lot_id) references lot (id)',
    'alter table ticket alter column plate set not null',
  ])('refused: %s', (text) => expect(faultsIn(`${text};`)).toHaveLength(1))

  it.each([
    '-- Unused since 7c14c32: staff search by another.\ndrop index payment_session',
    'alter table ledger drop constraint x; alter table ledger add constraint x check (n > 0) not valid',
    'alter table ledger validate constraint x',
    'alter table payment alter column payer drop not null',
    'alter table payment add column n int',
    '-- drop index payment_session',
    'create table small (n int check (n > 0), payment_id bigint references payment (id))',
  ])('accepted: %s', (text) => expect(faultsIn(`${text};`)).toEqual([]))
})
