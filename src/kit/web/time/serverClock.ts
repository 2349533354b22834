let offset = 0

/**
 * Learns the server's clock from the `Date` header of a reply, which came `receivedAt` of this device's milliseconds; the
 * phone's own clock is not trusted.
 */
export function noteServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  if (dateHeader !== null) offset = clockOffset(dateHeader, receivedAt)
}

/** Milliseconds since 1970 on the server's clock, as far as the newest reply told. */
export function serverTime(): number {
  return Date.now() + offset
}

/** How far this device's clock is from the server's: add it to `Date.now()`. */
export function clockOffset(serverNow: string, receivedAt: number): number {
  const server = Date.parse(serverNow)
  return Number.isNaN(server) ? 0 : server - receivedAt
}
