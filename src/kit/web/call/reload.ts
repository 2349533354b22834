import { whenTabIdle } from './busyTab.ts'

const reloadedAtKey = 'guiche.reloaded'
/** A second reload soon after would not help: the new build may not be live yet. */
const minIntervalMs = 10 * 60_000

/** Reloads once no call runs and no payment is open (docs/spec.md#r15). */
export function reloadOnce(): void {
  if (claimReload()) whenTabIdle(() => void reload())
}

async function reload(): Promise<void> {
  rememberReload()
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
  location.reload()
}

function rememberReload(): void {
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
}

/** False after a recent reload or without storage. */
function claimReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedAtKey))
    if (Date.now() - last < minIntervalMs) return false
    rememberReload()
    return true
  } catch {
    return false
  }
}
