import { watchSession } from '#session/web/life/watchSession.ts'
import { lookUpUnknownTickets } from './lookUpUnknown.ts'
import { isProtected } from './screens.ts'

export function afterwards(): void {
  ignoreClicksOnReplacedTargets(document)
  watchSession(isProtected)
  lookUpUnknownTickets()
}

const pressable = 'a, button, label, input, select, textarea, summary, [role]'

/** An answer between two clicks must not make the person follow a link that was not there. */
function ignoreClicksOnReplacedTargets(page: Document): void {
  let first: Element | null = null
  page.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target.closest(pressable) : null
      if (event.detail < 2) first = target
      else if (target !== first) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )
}
