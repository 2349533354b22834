import type { Notification } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, minuteMs } from '#kit/clock.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { unrevokedKeyHashes } from '#equipment/server/device.ts'

/** How long an accepted session or payment token stays known. */
const keptMs = 10 * minuteMs

/** At most so many are known; the one that was accepted longest ago is forgotten first. */
const most = 10_000

type Deps = { db: Db; clock: Clock; acquirers: Pick<Acquirers, 'all'> }

export type KnownCallers = ReturnType<typeof knownCallers>

/** What this process knows of its callers without asking the database (docs/spec.md#r29). */
export function knownCallers({ db, clock, acquirers }: Deps) {
  let devices: ReadonlySet<string> = new Set()
  const accepted = new Map<string, number>()
  return {
    /** Reads the hashes of all device keys that are not revoked. */
    refreshDevices: async (): Promise<void> => {
      devices = new Set(await unrevokedKeyHashes(db))
    },
    isDevice: (keyHash: string): boolean => devices.has(keyHash),
    /** The name of the acquirer whose secret came along; undefined where none did. */
    notifierOf: (sent: Pick<Notification, 'headers' | 'secret'>): string | undefined =>
      Object.entries(acquirers.all).find(([, acquirer]) => acquirer.carriesSecret(sent))?.[0],
    /** Remembers the hash of a session or payment token that was accepted now. */
    accept: (hash: string): void => {
      accepted.delete(hash)
      accepted.set(hash, clock.now().getTime())
      const [oldest] = accepted.keys()
      if (accepted.size > most && oldest !== undefined) accepted.delete(oldest)
    },
    /** Whether this session or payment token was accepted in the last 10 minutes. */
    isAccepted: (token: string): boolean => {
      const at = accepted.get(hashToken(token))
      return at !== undefined && clock.now().getTime() - at < keptMs
    },
  }
}
