/** `window.guicheApp` (docs/native-app.md); functions may be synchronous. */
type NativeApp = {
  /** The digits, or null if cancelled. Throws without camera permission. */
  scanBarcode: () => Promise<string | null>
  getLoginToken: () => Promise<string | null>
  setLoginToken: (token: string | null) => Promise<void>
  share: (content: { title: string; text: string; url: string }) => Promise<boolean>
}

declare global {
  interface Window {
    guicheApp?: unknown
  }
}

/** Returns null in a browser. Answers of the app are validated. */
export function getNativeApp(): NativeApp | null {
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
