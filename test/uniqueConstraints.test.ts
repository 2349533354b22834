import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isTest, sourcesIn } from './tidy/sources.ts'

const schema = readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8')

/** Unique constraints and indexes, without generated numbers: `table(columns)`, or an index's name. */
function uniquesOf(text: string): string[] {
  const tables = [...text.matchAll(/^create (?:unlogged )?table (\w+) \(([^]*?)^\);/gim)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/^ +(?:UNIQUE|PRIMARY KEY) \(([^)]*)\)/gm)].flatMap(([, columns = '']) =>
        columns === 'id' && /^ +id .*(?:identity|nextval)/m.test(body) ? [] : [`${table}(${columns})`],
      ),
  )
  return [...tables, ...[...text.matchAll(/^CREATE UNIQUE INDEX (\w+)/gm)].map(([, name = '']) => name)]
}

const code = sourcesIn('src')
  .filter((file) => !isTest(file))
  .map(({ code: lines }) => lines.join('\n'))
  .join('\n')

/** The source names the index where it catches the violation. */
const isCaught = (name: string) =>
  new RegExp(`isUniqueViolation[^]{0,200}'${name}'|'${name}'[^]{0,200}isUniqueViolation`).test(code)

/** Each is the target of an `on conflict`. */
const conflictTargets = [
  'alert_standing',
  'city(id)',
  'closing_mail(closing_id, request, recipient)',
  'closing_start(lot_id)',
  'dispute(sale_event_id)',
  'exit_refusal_question',
  'export_lease(user_id)',
  'guest_data(session_hash)',
  'hour_sum(hour_at, kind, lot_id, time_zone)',
  'job(unique_key)',
  'lot_city(lot_id)',
  'lot_day(lot_id, day)',
  'lot_hour(hour_at, lot_id)',
  'mail(unique_key)',
  'partner_invitation(partner_id, email)',
  'partner_person(user_id)',
  'printed_code(code)',
  'refused_card(key_hash)',
  'reminder_device',
  'review_case_open',
  'sale_event_once',
  'saved_card(user_id, brand, last_digits, payment_type)',
  'second_factor(user_id)',
  'setting(key)',
  'statement(sha256)',
  'ticket(code)',
  'till_receipt(lot_id, year)',
  'used_challenge(hash)',
]

/** Why no caller can violate the others. */
const safe: Readonly<Record<string, readonly string[]>> = {
  'a random text or its hash': [
    'device(key_hash)',
    'device_token(token_hash)',
    'partner_code(code_hash)',
    'partner_invitation(token_hash)',
    'payment(token)',
    'recovery_code(user_id, code_hash)',
    'recovery_token(token_hash)',
    'reservation(gate_token)',
    'reservation(ticket_code)',
    'saved_card(token)',
    'session(id_hash)',
  ],
  'read under the lock of the payment': [
    'attempt(payment_id, n)',
    'attempt_order_key',
    'contest_standing',
    'ledger_one_capture_per_attempt',
    'refund_one_at_a_time',
    'reservation(payment_id)',
  ],
  'read under the lock of the ticket': [
    'paid_segment(ticket_id, n)',
    'reservation(ticket_id)',
    'ticket(replaces_id)',
    'unpaid_exit(ticket_id)',
    'validation(segment_id)',
    'validation_one_per_partner',
  ],
  'read under a lock of the lot, of all lots, or of the person': [
    'closing(lot_id, day)',
    'closing(lot_id, number)',
    'lot(id)',
    'tariff(lot_id, version)',
    'till(lot_id, number)',
    'till_open',
    'till_take_receipt',
    'vehicle(user_id, plate)',
  ],
  'read under the lock of the till': [
    'till_movement(till_id, idempotency_key)',
    'till_take(till_id, idempotency_key)',
    'till_take(undoes_id)',
  ],
  'read under a lock of its own': [
    'device_answer(device_id, idempotency_key)',
    'device_token_spent(token_hash)',
  ],
  'written by no call of the portal': ['hour_sum_upto(source)', 'migration(name)', 'duplicate_scan(id)'],
  'a random identifier': ['try_mark(id)'],
  'numbered in one statement': ['statement_line(statement_id, n, kind)'],
}

it('every unique constraint is caught, is the target of an on conflict, or cannot be violated by a caller', () => {
  const known = [...conflictTargets, ...Object.values(safe).flat()]
  const uniques = uniquesOf(schema)
  expect(uniques.filter((name) => !isCaught(name) && !known.includes(name))).toEqual([])
  expect(known.filter((name) => !uniques.includes(name) || isCaught(name))).toEqual([])
})

it('what is the target of an on conflict has one beside its insert', () => {
  const tableOf = (name: string) =>
    new RegExp(`INDEX ${name} ON public\\.(\\w+)`).exec(schema)?.[1] ?? name.replace(/\(.*/, '')
  const hasOne = (table: string) =>
    new RegExp(
      `(insertInto\\('${table}'\\)|insert into ${table}\\b)[^]{0,900}?(onConflict|on conflict)`,
    ).test(code)
  expect(conflictTargets.filter((name) => !hasOne(tableOf(name)))).toEqual([])
})
