/** `window.guicheApp.remind` (docs/native-app.md): true when the app will remind. Null where there is none. */
export function remindInApp(): ((until: string) => Promise<boolean>) | null {
  const bridge = window.guicheApp
  if (typeof bridge !== 'object' || bridge === null) return null
  const remind: unknown = Reflect.get(bridge, 'remind')
  if (typeof remind !== 'function') return null
  return async (until) => (await Reflect.apply(remind, bridge, [until])) === true
}
