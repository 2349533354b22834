import { createStore } from '../state/store.ts'
import { dismissTroubles } from './notify.ts'

/** How many actions are running. Never below zero; the overlay shows while it is above. */
export const loadingCount = createStore(0)

/** One more action runs. */
export function startLoading(): void {
  loadingCount.set((now) => now + 1)
}

/** One action ended. A finish too many changes nothing. */
export function finishLoading(): void {
  loadingCount.set((now) => Math.max(0, now - 1))
}

/** Does it when no action runs, and what the last one led to has happened: at once, where none runs. */
export function afterLoading(then: () => void): void {
  if (loadingCount.get() === 0) return then()
  const stop = loadingCount.subscribe(() => {
    if (loadingCount.get() > 0) return
    stop()
    setTimeout(() => afterLoading(then))
  })
}

/**
 * What went wrong before goes when something is tried. `const outcome = await whileLoading(call(pay, ...))`: the
 * overlay shows until it ends, well or badly.
 */
export async function whileLoading<T>(action: Promise<T>): Promise<T> {
  dismissTroubles()
  startLoading()
  try {
    return await action
  } finally {
    finishLoading()
  }
}
