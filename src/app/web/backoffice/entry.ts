import { createStore, useStore } from '#kit/web/state/store.ts'

const isOpen = createStore(false)

export function isBackOfficeLocation(location: string): boolean {
  return /^\/?staff([/?]|$)/.test(location)
}

export function useBackOfficeOpen(): boolean {
  return useStore(isOpen, false)
}

export async function openBackOffice() {
  const modules = await import('./modules.ts')
  if (!isOpen.get()) {
    modules.registerBackOfficeScreens()
    isOpen.set(true)
  }
  return modules
}
