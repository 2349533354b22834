import { blockRemembering, blockRememberingWhile } from '#checkout/web/remembered.ts'
import { whenNotBusy } from '#kit/web/call/busy.ts'
import { cookieValue } from '#kit/web/cookie.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { currentCaptcha } from '#session/web/human/human.ts'
import { consentCookie, readConsent, unasked } from '../../consent.ts'
import { readSettings } from '../settings.ts'

let started = false
/** This document draws, or drew, what is typed of a card: no foreign script is let in any more. */
let apart = typeof location !== 'undefined' && isIsolatedDocument()

blockRememberingWhile(isAllowed)

/** Loads the operator's analytics script, once. Only after consent (docs/spec.md#cookie-dialog), and never beside a card. */
export function startAnalytics(url: string | null): void {
  if (started || apart || url === null) return
  started = true
  blockRemembering()
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
  document.addEventListener('visibilitychange', leaveIfTakenBack)
}

/** Consent was taken back in another tab: a script that runs cannot be, but a page without it can be loaded. */
function leaveIfTakenBack(): void {
  if (document.visibilityState === 'visible' && !isAllowed()) whenNotBusy(() => location.reload())
}

/**
 * Whether this document may draw what is typed of a card: it lets no foreign script in from now on. False where one runs, or
 * may at once; then the screen is being loaded anew, apart.
 */
export function comeApart(): boolean {
  // Where Google's check is set it may run at any call, and a card screen that comes back from it is not asked again here.
  if (!apart && (started || isAllowed() || currentCaptcha().kind === 'recaptcha')) {
    reloadInDocument({ apart: true })
    return false
  }
  apart = true
  return true
}

/** Analytics are on, and the person allowed them. */
function isAllowed(): boolean {
  const { analyticsEnabled, analyticsScriptUrl, analyticsChecked } = readSettings()
  if (!analyticsEnabled || analyticsScriptUrl === null) return false
  if (nativeApp() !== null) return true
  const { consent } = readConsent(cookieValue(document.cookie, consentCookie.name), unasked(analyticsChecked))
  return consent.accepted && consent.ua
}
