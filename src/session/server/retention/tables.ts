import { type RetentionTables, deleteRowsBefore } from '#kit/server/retention/retention.ts'
import { sql } from 'kysely'
import { dayMs } from '#kit/clock.ts'
import { limits } from '../../limits.ts'

const longer = Object.entries(limits).flatMap(([name, limit]) =>
  'keptMs' in limit ? [{ name, days: limit.keptMs / dayMs }] : [],
)
const longerNames = longer.map(({ name }) => name)

export const sessionTables = {
  guest_data: {
    rows: [{ days: 0, what: 'from its end on', end: deleteRowsBefore('guest_data', 'expires_at') }],
    why: 'a day after the last word; a crash of PostgreSQL forgets it at once',
    title: 'O que você digitou antes de pagar',
    texts: {
      session_hash: 'plain',
      data: {
        description: 'nome, CPF, e-mail, telefone e endereço',
        exportKey: 'typed',
        erasedWith: 'account',
      },
    },
  },
  rate_mark: {
    rows: [
      ...longer.map(({ name, days }) => ({
        days,
        what: `of \`${name}\``,
        end: deleteRowsBefore('rate_mark', 'at', sql`kind = ${name}`),
      })),
      {
        days: 1,
        what: 'of every other limit',
        end: deleteRowsBefore('rate_mark', 'at', sql`not kind = any(${longerNames}::text[])`),
      },
    ],
    why: 'no other window is longer; a refused card is known again for a month',
    texts: { kind: 'plain', key_hash: 'plain' },
  },
  session: {
    rows: [
      {
        days: 0,
        what: 'a guest’s, from its end on',
        end: deleteRowsBefore('session', 'expires_at', sql`user_id is null and ended_at is null`),
      },
      { days: 7, what: 'a login’s, from its end on', end: deleteRowsBefore('session', 'expires_at') },
    ],
    why: 'an ended login answers that it has ended for a week',
    title: 'Acessos',
    texts: { id_hash: 'plain' },
  },
  try_mark: {
    rows: [{ days: 1, what: 'that nobody has moved', end: deleteRowsBefore('try_mark', 'at') }],
    why: 'a try under way: after two minutes it is kept in `rate_mark`, or was taken back',
    texts: { kind: 'plain', id: 'plain', key_hash: 'plain' },
  },
  used_challenge: {
    rows: [{ days: 0, what: 'from its end on', end: deleteRowsBefore('used_challenge', 'expires_at') }],
    why: 'a human check is passed once while it is good',
    texts: { hash: 'plain' },
  },
} satisfies Partial<RetentionTables>
