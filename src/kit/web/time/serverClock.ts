/** The device's two clocks when the server named its time. */
let lastSync = { server: Date.now(), wall: Date.now(), steady: performance.now() }

const maxDriftMs = 2_000
const minFetchIntervalMs = 5_000
let fetchedAt = -minFetchIntervalMs

/** `receivedAt` in ms of this device. */
export function syncServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  const server = Date.parse(dateHeader ?? '')
  if (Number.isNaN(server)) return
  const now = Date.now()
  lastSync = { server: now + server - receivedAt, wall: now, steady: performance.now() }
}

/** When the device's clocks disagree, the later one counts until the server has answered. */
export function serverTime(): number {
  const wall = lastSync.server + Date.now() - lastSync.wall
  const steady = lastSync.server + performance.now() - lastSync.steady
  if (Math.abs(wall - steady) < maxDriftMs) return wall
  fetchServerTime()
  return Math.max(wall, steady)
}

function fetchServerTime(): void {
  if (performance.now() - fetchedAt < minFetchIntervalMs) return
  fetchedAt = performance.now()
  fetchBriefly('/healthz').then(
    ({ headers }) => syncServerTime(headers.get('Date')),
    () => undefined,
  )
}

const briefMs = 5_000

/** Rejects after 5 s, for a sign of life. */
export function fetchBriefly(url: string): Promise<Response> {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), briefMs)
  return fetch(url, { cache: 'no-store', signal: stop.signal })
}
