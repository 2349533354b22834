import { createStore } from '#kit/web/state/store.ts'

/** What this browser knows of payments, in `localStorage`; '' where it cannot be read. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

const changes = createStore(0)

/** Not kept where the storage is full or forbidden. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    return
  }
  changes.set((count) => count + 1)
}

/** Changes of this tab and of others. */
export function subscribeToStored(listener: () => void): () => void {
  const stop = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
