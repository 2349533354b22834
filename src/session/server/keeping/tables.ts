import { sql } from 'kysely'
import { type Keepings, rowsBefore } from '#kit/server/keeping/keeping.ts'

type SessionTable = 'session' | 'used_challenge'

/** How long logins, guests and human checks are kept. */
export const sessionTables: Pick<Keepings, SessionTable> = {
  session: {
    rows: [
      {
        days: 0,
        what: 'a guest’s, from its end on',
        end: rowsBefore('session', 'expires_at', sql`user_id is null and ended_at is null`),
      },
      { days: 7, what: 'a login’s, from its end on', end: rowsBefore('session', 'expires_at') },
    ],
    why: 'the cookie of a login that has ended is told so for a week',
    title: 'Acessos',
    texts: {
      id_hash: 'plain',
      data: { says: 'o que você digitou antes de pagar', copied: 'typed', goes: 'account' },
    },
  },
  used_challenge: {
    rows: [{ days: 0, what: 'from its end on', end: rowsBefore('used_challenge', 'expires_at') }],
    why: 'a human check is passed once while it is good',
    texts: { hash: 'plain' },
  },
}
