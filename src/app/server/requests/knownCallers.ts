import type { NotificationRequest } from '#acquirer/acquirer.ts'
import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, minuteMs } from '#kit/clock.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { unrevokedKeyHashes } from '#equipment/server/device.ts'

const acceptedMs = 10 * minuteMs

const maxAccepted = 10_000

type Deps = { db: Db; clock: Clock; acquirers: Pick<Acquirers, 'all'> }

export type KnownCallers = ReturnType<typeof knownCallers>

/** Callers that this process has accepted (docs/spec.md#r29). */
export function knownCallers({ db, clock, acquirers }: Deps) {
  let devices: ReadonlySet<string> = new Set()
  const accepted = new Map<string, number>()
  return {
    refreshDevices: async (): Promise<void> => {
      devices = new Set(await unrevokedKeyHashes(db))
    },
    isDevice: (keyHash: string): boolean => devices.has(keyHash),
    notifierOf: (sent: Pick<NotificationRequest, 'headers' | 'secret'>): string | undefined =>
      Object.entries(acquirers.all).find(([, acquirer]) => acquirer.hasValidSecret(sent))?.[0],
    accept: (hash: string): void => {
      accepted.delete(hash)
      accepted.set(hash, clock.now().getTime())
      const [oldest] = accepted.keys()
      if (accepted.size > maxAccepted && oldest !== undefined) accepted.delete(oldest)
    },
    isAccepted: (token: string): boolean => {
      const at = accepted.get(hashToken(token))
      return at !== undefined && clock.now().getTime() - at < acceptedMs
    },
  }
}
