/**
 * What the native app gives the page as `window.guicheApp` before the page's first script (docs/native-app.md). Every
 * function may answer at once or with a promise.
 */
export type NativeApp = {
  /** The digits that were read; null when the person gave up. Throws when the camera may not be used. */
  scanBarcode: () => Promise<string | null>
  /** The device token that the app keeps in its safe storage; null when there is none. */
  getLoginToken: () => Promise<string | null>
  /** Keeps the next device token; null forgets it. */
  setLoginToken: (token: string | null) => Promise<void>
  /** The system's own sheet. False when the person closed it. */
  share: (content: { title: string; text: string; url: string }) => Promise<boolean>
}

declare global {
  interface Window {
    guicheApp?: unknown
  }
}

/** The app around the page, or null in a plain browser. What it answers is checked: it is not our code. */
export function nativeApp(): NativeApp | null {
  const bridge = typeof window === 'undefined' ? undefined : window.guicheApp
  if (typeof bridge !== 'object' || bridge === null) return null
  const ask = async (name: keyof NativeApp, ...given: unknown[]): Promise<unknown> => {
    const entry: unknown = Reflect.get(bridge, name)
    if (typeof entry !== 'function') throw new Error(`the app has no ${name}`)
    const answer: unknown = await Reflect.apply(entry, bridge, given)
    return answer
  }
  return {
    scanBarcode: async () => textOrNull(await ask('scanBarcode')),
    getLoginToken: async () => textOrNull(await ask('getLoginToken').catch(() => null)),
    setLoginToken: async (token) => void (await ask('setLoginToken', token).catch(() => null)),
    share: async (content) => (await ask('share', content)) === true,
  }
}

function textOrNull(answer: unknown): string | null {
  return typeof answer === 'string' && answer !== '' ? answer : null
}
