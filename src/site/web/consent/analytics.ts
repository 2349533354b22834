import { blockRemembering, setRememberingBlocker } from '#checkout/web/rememberedPayer.ts'
import { whenTabIdle } from '#kit/web/call/busyTab.ts'
import { readCookie } from './cookie.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { hashLocation, isIsolatedDocument, reloadInDocument } from '#kit/web/route/location.ts'
import { findRoute } from '#kit/web/route/routes.ts'
import { isKnownGuest, session } from '#session/web/session.ts'
import { currentCaptcha } from '#session/web/human/humanState.ts'
import { consentCookie, isAnalyticsScreen, parseConsentCookie, defaultConsent } from '../../consent.ts'
import type { PageSettings } from '../../pageSettings.ts'
import { readSettings } from '../settings.ts'

let wanted = false
let started = false
/** A document that has drawn card fields loads no foreign scripts. */
let scriptsExcluded = typeof location !== 'undefined' && isIsolatedDocument()

setRememberingBlocker(isAnalyticsAllowed)

/** docs/spec.md#cookie-dialog, docs/spec.md#r28 */
export function startAnalytics(url: string | null): void {
  if (wanted || url === null || getNativeApp() !== null) return
  wanted = true
  // The script could read what this device remembers.
  blockRemembering()
  const follow = () => {
    const may = isAnalyticsScreen(findRoute(hashLocation.get()), isKnownGuest())
    if (started && !may) location.reload()
    else if (may && isAnalyticsAllowed()) loadScript(url)
  }
  hashLocation.subscribe(follow)
  session.subscribe(follow)
  follow()
}

function loadScript(url: string): void {
  if (started || scriptsExcluded) return
  started = true
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
  document.addEventListener('visibilitychange', reloadAfterRevocation)
}

/** Only a reload ends a running script. */
function reloadAfterRevocation(): void {
  if (document.visibilityState === 'visible' && !isAnalyticsAllowed()) whenTabIdle(() => location.reload())
}

/** Returns false and reloads the page when this document may not draw card fields. */
export function excludeForeignScripts(): boolean {
  // Google's check may run at any call.
  if (!scriptsExcluded && (started || isAnalyticsAllowed() || currentCaptcha().kind === 'recaptcha')) {
    reloadInDocument({ isIsolated: true })
    return false
  }
  scriptsExcluded = true
  return true
}

function isAnalyticsAllowed(): boolean {
  const settings = readSettings()
  if (!settings.analyticsEnabled || settings.analyticsScriptUrl === null) return false
  if (getNativeApp() !== null) return false
  const { consent } = readStoredConsent(settings)
  return consent.accepted && consent.ua
}

export function readStoredConsent({ analyticsChecked }: Pick<PageSettings, 'analyticsChecked'>) {
  return parseConsentCookie(readCookie(document.cookie, consentCookie.name), defaultConsent(analyticsChecked))
}
