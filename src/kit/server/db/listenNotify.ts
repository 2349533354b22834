import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { openSession } from './postgres.ts'
import { publishTopics } from './transaction.ts'

const channel = 'guiche'

const reconnectMs = { first: 1_000, most: 30_000 }

/** Tells other instances at commit. For rare writes only, because PostgreSQL serialises such commits. */
export function notifyInstances(name: string): RawBuilder<string> {
  return sql<string>`pg_notify(${channel}, ${name})::text`
}

/** Publishes what other instances notify, and all `names` after a reconnect, because notifications may be lost. */
export function listenForChanges<S>(db: Kysely<S>, url: string, names: readonly string[]) {
  const stopping = new AbortController()
  const run = async () => {
    let pause = reconnectMs.first
    while (!stopping.signal.aborted) {
      const hasListened = await listen(url, stopping.signal, (changed = names) =>
        publishTopics(db, new Set(changed)),
      )
      pause = hasListened ? reconnectMs.first : Math.min(pause * 2, reconnectMs.most)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Calls `hear` without names when all may have changed. Returns false when it could not listen. */
async function listen(url: string, stopping: AbortSignal, hear: (names?: readonly string[]) => void) {
  const session = openSession(url)
  const ended = new Promise<'ended'>((resolve) => session.once('end', () => resolve('ended')))
  const endSession = () => void session.end()
  // An unhandled 'error' event would end the process.
  session.on('error', () => {})
  session.on('notification', ({ payload = '' }) => hear([payload]))
  stopping.addEventListener('abort', endSession)
  try {
    const connected = session.connect()
    connected.catch(() => undefined)
    // A connection that is ended while it connects only emits 'end'.
    if ((await Promise.race([connected, ended])) === 'ended') return false
    await session.query(`listen ${channel}`)
    hear()
    await ended
    return true
  } catch {
    return false
  } finally {
    stopping.removeEventListener('abort', endSession)
    session.end().catch(() => undefined)
  }
}
