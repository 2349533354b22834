import { nativeApp } from './bridge.ts'

export type Shared = { title: string; text: string; url: string }

/** Shares by the app or the browser; false if neither works. */
export async function share(content: Shared): Promise<boolean> {
  const app = nativeApp()
  try {
    if (app) await app.share(content)
    else if (typeof navigator.share === 'function') await navigator.share(content)
    else return false
    return true
  } catch (cause) {
    // Closing the sheet counts as done.
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}
