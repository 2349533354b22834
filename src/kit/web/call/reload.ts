import { readStored, writeStored } from '../state/webStorage.ts'
import { whenTabIdle } from './busyTab.ts'

const reloadedAtKey = 'guiche.reloaded'
/** A second reload soon after would not help: the new build may not be live yet. */
const minIntervalMs = 10 * 60_000

/** Reloads once no call runs and no payment is open (docs/spec.md#r15). */
export function reloadOnce(): void {
  if (claimReload()) whenTabIdle(() => void reload())
}

async function reload(): Promise<void> {
  writeStored('sessionStorage', reloadedAtKey, Date.now())
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
  location.reload()
}

/** False after a recent reload or without storage. */
function claimReload(): boolean {
  const now = Date.now()
  // Also where the clock was set back meanwhile.
  if (Math.abs(now - Number(readStored('sessionStorage', reloadedAtKey))) < minIntervalMs) return false
  writeStored('sessionStorage', reloadedAtKey, now)
  return readStored('sessionStorage', reloadedAtKey) === now
}
