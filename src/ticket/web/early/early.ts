/** The look-up that the inline script began by itself, where the address names a ticket (`tools/build/early.js`). */
type EarlyLookUp = {
  code: string
  /** Rejects where nobody answered, or no proof could be worked out. */
  answer: Promise<Response>
  /** When it was answered, in this device's milliseconds. */
  at?: number
}

declare global {
  interface Window {
    earlyLookUp?: EarlyLookUp
  }
}

/** The screens behind which the early one stands, until they know what it knows. */
export const earlyFor: readonly string[] = ['ticket.read', 'ticket.value']

const screenId = 'early'
const shown = 'guiche:shown'

/** Its answer for this ticket, once; null where none was asked for, or none came. */
export async function takeEarly(code: string): Promise<{ response: Response; receivedAt: number } | null> {
  const early = window.earlyLookUp
  delete window.earlyLookUp
  if (early?.code !== code) return null
  const response = await early.answer.catch(() => null)
  // It is asked again, and only the app's own screen says so.
  if (response?.status === 503) showOwnScreen()
  return response && { response, receivedAt: early.at ?? Date.now() }
}

/** The screen that the inline script drew goes: the app's own, which grew behind it, has as much to say. */
export function showOwnScreen(): void {
  const screen = document.getElementById(screenId)
  if (!screen) return
  screen.remove()
  document.getElementById('root')?.removeAttribute('hidden')
  dispatchEvent(new Event(shown))
}

/**
 * Does it as soon as the app's own screen is in sight; at once where no other stands before it. Whoever presses something
 * meanwhile does not wait for an answer that may never come: what was pressed is held, and counts on the app's own screen.
 */
export function whenOwnScreenShows(then: () => void): void {
  if (!document.getElementById(screenId)) return then()
  addEventListener(shown, then, { once: true })
  addEventListener('click', () => setTimeout(showOwnScreen), { capture: true, once: true })
}
