import { blockRemembering, blockRememberingWhile } from '#checkout/web/remembered.ts'
import { whenNotBusy } from '#kit/web/call/busy.ts'
import { cookieValue } from '#kit/web/cookie.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { currentCaptcha } from '#session/web/human/human.ts'
import { consentCookie, readConsent, undecidedConsent } from '../../consent.ts'
import { readSettings } from '../settings.ts'

let started = false
/** This document has drawn card fields: foreign scripts stay out. */
let scriptsExcluded = typeof location !== 'undefined' && isIsolatedDocument()

blockRememberingWhile(isAllowed)

/** Loads the analytics script once, only with consent (docs/spec.md#cookie-dialog) and never beside card fields. */
export function startAnalytics(url: string | null): void {
  if (started || scriptsExcluded || url === null) return
  started = true
  blockRemembering()
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
  document.addEventListener('visibilitychange', reloadAfterRevocation)
}

/** After a revocation in another tab: a running script ends only with a reload. */
function reloadAfterRevocation(): void {
  if (document.visibilityState === 'visible' && !isAllowed()) whenNotBusy(() => location.reload())
}

/** Whether this document may draw card fields, which keeps foreign scripts out; else it is reloaded. */
export function excludeForeignScripts(): boolean {
  // Google's check may run at any call. A card screen that it returns to is not checked again.
  if (!scriptsExcluded && (started || isAllowed() || currentCaptcha().kind === 'recaptcha')) {
    reloadInDocument({ apart: true })
    return false
  }
  scriptsExcluded = true
  return true
}

function isAllowed(): boolean {
  const { analyticsEnabled, analyticsScriptUrl, analyticsChecked } = readSettings()
  if (!analyticsEnabled || analyticsScriptUrl === null) return false
  if (nativeApp() !== null) return true
  const { consent } = readConsent(
    cookieValue(document.cookie, consentCookie.name),
    undecidedConsent(analyticsChecked),
  )
  return consent.accepted && consent.ua
}
