import { vi } from 'vitest'

/** Replaces a Web Storage by one in memory until `vi.unstubAllGlobals`. Its keys are properties, as in a browser. */
export function stubStorage(area: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const storage = new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      stored.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
  })
  vi.stubGlobal(area, storage)
  return stored
}
