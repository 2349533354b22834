import { isStalePlan } from './lost.ts'

/**
 * Whether the database ended a transaction in favour of another: a deadlock (SQLSTATE 40P01), or two that cannot be
 * put in an order (40001); or a newer release changed the tables under a statement. Nothing of it was done; done again,
 * it may well succeed.
 */
export function isConflict(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
