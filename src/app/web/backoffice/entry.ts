import { createStore, useStore } from '#kit/web/state/store.ts'

const open = createStore(false)

/** Whether an address after `#` belongs to the back office. */
export function isDeskLocation(location: string): boolean {
  return /^\/?staff([/?]|$)/.test(location)
}

/** Whether the back office's screens are here. */
export function useDeskOpen(): boolean {
  return useStore(open, false)
}

/** Fetches the back office's table of screens and gives it to the router, once; answers it. */
export async function openDesk() {
  const desk = await import('./modules.ts')
  if (!open.get()) {
    desk.register()
    open.set(true)
  }
  return desk
}
