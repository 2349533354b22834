import { allowNavigation } from '#kit/web/route/location.ts'
import { shownScreen } from '../shownScreen.ts'

/** The pressed button or link is busy until the next screen is shown. After a press the old screen may navigate again. */
export function markPressed(): void {
  let pressed: Element | null = null
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('a, button') : null
    if (pressed) allowNavigation()
  }
  addEventListener('click', keep, { capture: true })
  shownScreen.subscribe(() => {
    if (shownScreen.get()?.isNextLoading) return pressed?.setAttribute('aria-busy', 'true')
    pressed?.removeAttribute('aria-busy')
    pressed = null
  })
}
