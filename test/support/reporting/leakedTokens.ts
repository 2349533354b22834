import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/**
 * Log lines, audit rows and errors of jobs that contain a token of a payment, or of a gate for a reservation. Cielo's
 * order keys begin with the payment's.
 */
export async function leakedTokens(db: Db, logs: readonly string[]): Promise<string[]> {
  const secret = await sql<{ token: string }>`
    select token from payment union select gate_token from reservation`.execute(db)
  const tokens = new Set(secret.rows.map(({ token }) => token))
  const kept = await sql<{ text: string }>`
    select 'audit: ' || audit::text as text from audit
    union all select 'job ' || kind || ': ' || last_error from job where last_error is not null`.execute(db)
  const texts = [...logs, ...kept.rows.map(({ text }) => text)]
  return texts.filter((line) => [...line.matchAll(anywhere)].some(([, found = '']) => tokens.has(found)))
}

/** A token of `randomToken`, anywhere in a text. */
const anywhere = /(?=([0-9a-f]{32}))/g
