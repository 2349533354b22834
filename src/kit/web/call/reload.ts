import { whenNotBusy } from './busy.ts'

const mark = 'guiche.reloaded'
/** The new build may not be live yet. */
const restMs = 10 * 60_000

/** Once, when no call runs and no payment is open (docs/spec.md#r15). */
export function reloadOnce(): void {
  if (!mayReload()) return
  whenNotBusy(() => void reload())
}

async function reload(): Promise<void> {
  note()
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
  location.reload()
}

function note(): void {
  sessionStorage.setItem(mark, String(Date.now()))
}

/** False after a recent reload or without storage. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(mark))
    if (Date.now() - last < restMs) return false
    note()
    return true
  } catch {
    return false
  }
}
