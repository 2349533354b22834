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
