import type { Answered } from '#kit/web/call/request.ts'

declare global {
  interface Window {
    /** Requested by the inline script (`tools/build/early.js`) or by the app. */
    earlySession?: Promise<Answered | undefined>
  }
}

/** The session requested before the app loaded, once; undefined without one. */
export async function takeEarlySession(): Promise<Answered | undefined> {
  if (typeof window === 'undefined') return undefined
  const asked = window.earlySession
  window.earlySession = Promise.resolve(undefined)
  return asked?.catch(() => undefined)
}
