import { watchSession } from '#session/web/sessionCheck/watchSession.ts'
import { markPressed } from './frame/markPressed.ts'
import { isProtected } from './screens.ts'
import { readCustomer } from '#checkout/web/customer.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute, type RouteName } from '#kit/web/route/routes.ts'

export function startDeferredWork(): void {
  addEventListener('error', report)
  addEventListener('unhandledrejection', report)
  ignoreClicksOnReplacedTargets(document)
  markPressed()
  watchSession(isProtected)
  hashLocation.subscribe(lookUpLinkedTicket)
  lookUpLinkedTicket()
}

/** Shows and reports errors of our own that nothing else caught (docs/spec.md#r49). */
function report(event: ErrorEvent | PromiseRejectionEvent): void {
  import('./reportError.ts').then(({ reportError }) => reportError(event)).catch(() => undefined)
}

const clickableSelector = 'a, button, label, input, select, textarea, summary, [role]'

/** When the screen changes between two clicks of a double click, the second must not follow a new link. */
function ignoreClicksOnReplacedTargets(page: Document): void {
  let first: Element | null = null
  page.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target.closest(clickableSelector) : null
      if (event.detail < 2) first = target
      else if (target !== first) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )
}

const payerScreens = [
  'ticket.account',
  'ticket.personAddress',
  'ticket.privacyPolicyTerms',
] as const satisfies readonly RouteName[]

/** Looks up the ticket of an old link to a payer's step, in a tab that has not seen it (docs/spec.md#payer). */
function lookUpLinkedTicket(): void {
  const { name, query } = findRoute(hashLocation.get())
  const { ticket } = query
  const isPayerScreen = payerScreens.some((one) => one === name)
  if (ticket === undefined || !isPayerScreen || readCustomer(ticket).ticket !== null) return
  import('#ticket/web/searchTicket.tsx')
    .then(({ lookUpFromLink }) => lookUpFromLink(ticket))
    .catch(() => undefined)
}
