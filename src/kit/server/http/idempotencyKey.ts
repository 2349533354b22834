import type { FastifyRequest } from 'fastify'
import { isPrintable } from '../../fields.ts'

/** Characters. */
export const longestIdempotencyKey = 200

/** The trimmed header `Idempotency-Key`; null where it is missing, empty or not printable. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key']
  if (typeof header !== 'string' || !isPrintable(header)) return null
  return header.trim() || null
}
