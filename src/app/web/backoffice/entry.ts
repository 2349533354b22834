import { createStore, useStore } from '#kit/web/state/store.ts'

const open = createStore(false)

export function isBackOfficeLocation(location: string): boolean {
  return /^\/?staff([/?]|$)/.test(location)
}

export function useBackOfficeOpen(): boolean {
  return useStore(open, false)
}

export async function openDesk() {
  const modules = await import('./modules.ts')
  if (!open.get()) {
    modules.register()
    open.set(true)
  }
  return modules
}
