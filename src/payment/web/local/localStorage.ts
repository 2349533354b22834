import { createStore } from '#kit/web/state/store.ts'
import { writeStored } from '#kit/web/state/webStorage.ts'

const changes = createStore(0)

/** Writes to `localStorage` and tells `subscribeToLocal`. */
export function writeLocal(key: string, value: unknown): void {
  writeStored('localStorage', key, value)
  changes.set((count) => count + 1)
}

/** Changes of this tab and of others. */
export function subscribeToLocal(listener: () => void): () => void {
  const stop = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}
