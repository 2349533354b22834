import { whenNotBusy } from './busy.ts'

const mark = 'guiche.reloaded'
/** After a reload none follows for so long: until then the page may come from a build that the next call does not meet. */
const restMs = 10 * 60_000

/**
 * The page is older than the server takes: forgets the kept shell and loads it again, once, and as soon as nothing can be
 * lost by that (docs/spec.md#r15): no call runs, no payment is open.
 */
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

/** Marks the reload. False when there was one a moment ago, or nothing can be kept. */
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
