let offset = 0

/** Adjusts to the server's `Date` header; `receivedAt` in ms of this device. */
export function noteServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  if (dateHeader !== null) offset = clockOffset(dateHeader, receivedAt)
}

export function serverTime(): number {
  return Date.now() + offset
}

/** The offset to add to `Date.now()`, in ms. */
export function clockOffset(serverNow: string, receivedAt: number): number {
  const server = Date.parse(serverNow)
  return Number.isNaN(server) ? 0 : server - receivedAt
}
