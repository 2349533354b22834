import { createStore, useStore } from '#kit/web/state/store.ts'

const open = createStore(false)

export function isDeskLocation(location: string): boolean {
  return /^\/?staff([/?]|$)/.test(location)
}

export function useDeskOpen(): boolean {
  return useStore(open, false)
}

/** Loads and registers the back office's routes, once. */
export async function openDesk() {
  const desk = await import('./modules.ts')
  if (!open.get()) {
    desk.register()
    open.set(true)
  }
  return desk
}
