import { nativeApp } from './bridge.ts'

/** What is shared. */
export type Shared = { title: string; text: string; url: string }

/** Opens the app's sheet, or the browser's. False when there is none or it failed: then the person copies the address. */
export async function share(content: Shared): Promise<boolean> {
  const app = nativeApp()
  try {
    if (app) await app.share(content)
    else if (typeof navigator.share === 'function') await navigator.share(content)
    else return false
    return true
  } catch (cause) {
    // The person closed the sheet: that is an answer.
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}
