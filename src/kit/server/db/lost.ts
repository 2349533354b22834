/** SQLSTATE, or the code of the line below it; '' where there is none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const brokenLine =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/

/** Whether a session of the database has ended, or could not be opened: nothing more can be asked of it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // pg gives these no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) return true
  if (/^Client .* is not queryable$/.test(error.message) || error.message === 'Client was closed') return true
  const code = codeOf(error)
  return brokenLine.test(code) || /^(57P0\d|25P0[34]|08\w{3})$/.test(code)
}

/** Whether the database may only be read: a standby, which has no unlogged table, or one that an administrator closed. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006' || isOfStandby(error)
}

function isOfStandby(error: unknown): boolean {
  // By where it is said: the words are of the server's language.
  const isThere = error instanceof Error && 'routine' in error && error.routine === 'get_relation_info'
  return isThere && codeOf(error) === '0A000'
}

/** Whether a lock was waited for as long as `lock_timeout` says. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** Whether a statement failed by a division that was there for that: what it says first is not so. */
export function isNotSo(error: unknown): boolean {
  return codeOf(error) === '22012'
}

/** Whether a statement was refused only because an earlier one of its transaction was. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** Whether the server has no room for another session. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === '53300'
}

/**
 * Whether the database cannot do it now, and may well do it later: it starts, is read-only, has no room (53...), a wait
 * reached its limit (55P03, 57014), its disk failed (58030).
 */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isReadOnly(error) || /^(53\w{3}|55P03|57014|58030)$/.test(codeOf(error))
}

/** Whether a statement was planned for tables that a newer release has changed since. Nothing of it was done. */
export function isStalePlan(error: unknown): boolean {
  return (
    codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan must not')
  )
}

/**
 * Whether the database ended a transaction in favour of another: a deadlock (SQLSTATE 40P01), or two that cannot be
 * put in an order (40001); or a newer release changed the tables under a statement. Nothing of it was done; done again,
 * it may well succeed.
 */
export function isConflict(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return codeOf(error) === '40P01' || codeOf(error) === '40001'
}
