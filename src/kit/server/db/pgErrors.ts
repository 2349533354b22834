function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const networkErrorCode =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // pg gives these errors no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) return true
  if (/^Client .* is not queryable$/.test(error.message) || error.message === 'Client was closed') return true
  const code = codeOf(error)
  return networkErrorCode.test(code) || /^(57P0\d|25P0[34]|08\w{3})$/.test(code)
}

export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006' || isUnloggedOnStandby(error)
}

function isUnloggedOnStandby(error: unknown): boolean {
  // Messages depend on the server's language.
  const isThere = error instanceof Error && 'routine' in error && error.routine === 'get_relation_info'
  return isThere && codeOf(error) === '0A000'
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

export function isTooManyConnections(error: unknown): boolean {
  return codeOf(error) === '53300'
}

/** The database starts, is read-only, full (53...), timed out (55P03, 57014) or without disk (58030). */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isReadOnly(error) || /^(53\w{3}|55P03|57014|58030)$/.test(codeOf(error))
}
