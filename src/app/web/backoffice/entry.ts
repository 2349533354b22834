let isOpen = false

export function isBackOfficeLocation(location: string): boolean {
  return /^\/?staff([/?]|$)/.test(location)
}

/** Until then the routes of the back office are unknown. */
export function isBackOfficeOpen(): boolean {
  return isOpen
}

export async function openBackOffice() {
  const modules = await import('./register.ts')
  if (!isOpen) modules.registerBackOfficeScreens()
  isOpen = true
  return modules
}
