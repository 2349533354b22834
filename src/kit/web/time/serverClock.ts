/** The device's clocks at a server's instant. */
let known = { server: Date.now(), wall: Date.now(), steady: performance.now() }

const jumpMs = 2_000
const askEveryMs = 5_000
let askedAt = -askEveryMs

/** `receivedAt` in ms of this device. */
export function noteServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  const server = Date.parse(dateHeader ?? '')
  if (Number.isNaN(server)) return
  const now = Date.now()
  known = { server: now + server - receivedAt, wall: now, steady: performance.now() }
}

/** Where the device's clocks part, the later one counts until the server was asked. */
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
