import { createStore, whenValue } from '../state/store.ts'
import { dismissErrorNotices } from './notify.ts'

export const loadingCount = createStore(0)
export const loadingText = createStore('Aguarde...')

export function startLoading(): void {
  loadingCount.set((now) => now + 1)
}

export function finishLoading(): void {
  loadingCount.set((now) => Math.max(0, now - 1))
}

/** Runs `then` once no action shows the loading overlay. */
export function afterLoading(then: () => void): void {
  whenValue(loadingCount, (count) => count === 0, then)
}

/** Shows the loading overlay with `text` during the action, and dismisses earlier error notices. */
export async function whileLoading<T>(action: Promise<T>, text = 'Aguarde...'): Promise<T> {
  dismissErrorNotices()
  loadingText.set(text)
  startLoading()
  try {
    return await action
  } finally {
    finishLoading()
  }
}
