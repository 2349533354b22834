const pressable = 'a, button, label, input, select, textarea, summary, [role]'

/**
 * Ignores the second click of a double click when the page has replaced what lies under the pointer since the first:
 * an answer that arrives between the two must not make the person follow a link that was not there. WebKit also counts
 * quick clicks at two places as a double click; those pass.
 */
export function ignoreClicksOnReplacedTargets(page: Document): void {
  let first: { target: Element | null; x: number; y: number } | null = null
  page.addEventListener(
    'click',
    (event) => {
      const { clientX: x, clientY: y } = event
      const target = event.target instanceof Element ? event.target.closest(pressable) : null
      const isSecond = event.detail > 1 && first !== null && Math.hypot(x - first.x, y - first.y) < 8
      if (!isSecond) first = { target, x, y }
      else if (target !== first?.target) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )
}
