/** Started by the inline script for an address with a ticket (`tools/build/early.js`). */
type EarlyLookUp = { code: string; answer: Promise<Response>; at?: number }

declare global {
  interface Window {
    earlyLookUp?: EarlyLookUp
  }
}

export const earlyScreenRoutes: readonly string[] = ['ticket.read', 'ticket.value']

const screenId = 'early'
const appScreenShown = 'guiche:shown'

export function showAppScreen(): void {
  const screen = document.getElementById(screenId)
  if (!screen) return
  screen.remove()
  document.getElementById('root')?.removeAttribute('hidden')
  dispatchEvent(new Event(appScreenShown))
}

export function onAppScreenShown(then: () => void): void {
  if (!document.getElementById(screenId)) return then()
  addEventListener(appScreenShown, then, { once: true })
  addEventListener('click', () => setTimeout(showAppScreen), { capture: true, once: true })
}
