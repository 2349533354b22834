/** A server's instant, and what the clocks of this device showed at it. */
let known = { server: Date.now(), wall: Date.now(), steady: performance.now() }

/** Differences below it are those of the clocks and of the `Date` header's seconds. */
const jumpMs = 2_000
const askEveryMs = 5_000
let askedAt = -askEveryMs

/** Adjusts to the server's `Date` header; `receivedAt` in ms of this device. */
export function noteServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  if (dateHeader === null) return
  const now = Date.now()
  known = { server: now + clockOffset(dateHeader, receivedAt), wall: now, steady: performance.now() }
}

/**
 * The server's time in ms. A device's clock may be set meanwhile, and its steady clock stands still while it sleeps:
 * where they part, the later one counts until the server was asked, so that no deadline seems longer than it is.
 */
export function serverTime(): number {
  const wall = known.server + Date.now() - known.wall
  const steady = known.server + performance.now() - known.steady
  if (Math.abs(wall - steady) < jumpMs) return wall
  askServer()
  return Math.max(wall, steady)
}

function askServer(): void {
  if (performance.now() - askedAt < askEveryMs) return
  askedAt = performance.now()
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ headers }) => noteServerTime(headers.get('Date')),
    () => undefined,
  )
}

/** The offset to add to `Date.now()`, in ms. */
export function clockOffset(serverNow: string, receivedAt: number): number {
  const server = Date.parse(serverNow)
  return Number.isNaN(server) ? 0 : server - receivedAt
}
