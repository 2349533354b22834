import type { Answered } from '#kit/web/call/request.ts'

declare global {
  interface Window {
    /** Who is there, asked for by the inline script (`tools/build/early.js`), or by the app itself: then not again. */
    earlySession?: Promise<Answered | undefined>
  }
}

/** What the page was told of who is there before the app was here, once; undefined where it did not ask, or nobody answered. */
export async function takeEarlySession(): Promise<Answered | undefined> {
  if (typeof window === 'undefined') return undefined
  const asked = window.earlySession
  window.earlySession = Promise.resolve(undefined)
  return asked?.catch(() => undefined)
}
