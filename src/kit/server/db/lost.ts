/** Whether a session of the database has ended, or could not be opened: nothing more can be asked of it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // pg gives these no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) return true
  if (/^Client .* is not queryable$/.test(error.message)) return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  return /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EPIPE|57P0\d|25P03|08\w{3})$/.test(
    error.code,
  )
}
