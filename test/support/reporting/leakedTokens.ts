import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/**
 * The log lines, rows of the audit trail and errors of jobs that hold what opens a payment, or a gate for a reservation: whoever
 * reads them would have it. Cielo's order keys begin with it.
 */
export async function leakedTokens(db: Db, logs: readonly string[]): Promise<string[]> {
  const secret = await sql<{ token: string }>`
    select token from payment union select gate_token from reservation`.execute(db)
  const tokens = new Set(secret.rows.map(({ token }) => token))
  const kept = await sql<{ text: string }>`
    select 'audit: ' || audit::text as text from audit
    union all select 'job ' || kind || ': ' || last_error from job where last_error is not null`.execute(db)
  const told = [...logs, ...kept.rows.map(({ text }) => text)]
  return told.filter((line) => [...line.matchAll(anywhere)].some(([, found = '']) => tokens.has(found)))
}

/** As `randomToken` writes one, wherever in a text it begins. */
const anywhere = /(?=([0-9a-f]{32}))/g
