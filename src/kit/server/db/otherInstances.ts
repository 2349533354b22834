import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { openSession } from './postgres.ts'
import { publish } from './transaction.ts'

const channel = 'guiche'

/** Between two tries to listen: doubling, for a database that is away knows nothing new either. */
const pauseMs = { first: 1_000, most: 30_000 }

/**
 * Part of a write: tells every instance that `listenForChanges`, once the transaction has committed. Only for what is rarely
 * written: commits that tell something wait for one another until they are on the disk (docs/decisions/0019-what-is-told.md).
 */
export function notifyOthers(name: string): RawBuilder<string> {
  return sql<string>`pg_notify(${channel}, ${name})::text`
}

/**
 * Hears on a connection of its own what is committed by other instances, and tells it here as `onCommit` does; listens
 * again by itself when the connection ends. Each time that it begins, and may have missed something, it tells all `names`.
 * A hint only: who waits for `names` looks by itself too. Nobody waits for it to begin; the answer ends it.
 */
export function listenForChanges<S>(
  db: Kysely<S>,
  url: string,
  names: readonly string[],
): () => Promise<void> {
  const leaving = new AbortController()
  const tell = (told: readonly string[]) => publish(db, new Set(told))
  const hear = async () => {
    let pause = pauseMs.first
    while (!leaving.signal.aborted) {
      const hasListened = await listen({ url, leaving: leaving.signal, tell, names })
      pause = hasListened ? pauseMs.first : Math.min(pause * 2, pauseMs.most)
      await wait(pause, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
  }
  const heard = hear()
  return async () => {
    leaving.abort()
    await heard
  }
}

type Listening = {
  readonly url: string
  readonly leaving: AbortSignal
  readonly tell: (names: readonly string[]) => void
  readonly names: readonly string[]
}

/** Listens until the connection ends; false where it came to no listening. */
async function listen({ url, leaving, tell, names }: Listening): Promise<boolean> {
  const session = openSession(url)
  const ended = new Promise<'ended'>((resolve) => session.once('end', () => resolve('ended')))
  const leave = () => void session.end()
  // Why it ended is nothing to anybody: it is opened again.
  session.on('error', () => {})
  session.on('notification', ({ payload = '' }) => tell([payload]))
  leaving.addEventListener('abort', leave)
  try {
    const connected = session.connect()
    connected.catch(() => undefined)
    // Whoever leaves while it connects is told by its end alone.
    if ((await Promise.race([connected, ended])) === 'ended') return false
    await session.query(`listen ${channel}`)
    tell(names)
    await ended
    return true
  } catch {
    return false
  } finally {
    leaving.removeEventListener('abort', leave)
    session.end().catch(() => undefined)
  }
}
