import { fail } from '#kit/fail.ts'
import { longestIdempotencyKey } from '#kit/server/http/idempotencyKey.ts'
import { hashToken } from '#kit/server/secrets.ts'

/** The columns that tell a repeated call from another one. Throws `idempotency_key`. */
export function callColumns(key: string | null, body: object) {
  if (key === null || key.length > longestIdempotencyKey) throw fail('idempotency_key')
  return { idempotency_key: key, request_hash: hashToken(JSON.stringify(body)) }
}
