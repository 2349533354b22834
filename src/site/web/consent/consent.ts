import { setCookie } from './cookie.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { createStore } from '#kit/web/state/store.ts'
import { type Consent, consentCookie, defaultConsent } from '../../consent.ts'
import type { PageSettings } from '../../pageSettings.ts'
import { readStoredConsent, startAnalytics } from './analytics.ts'
import { consentDialog } from './consentDialog.ts'

type AnalyticsSettings = Pick<PageSettings, 'analyticsEnabled' | 'analyticsScriptUrl' | 'analyticsChecked'>

export const consent = createStore<Consent>(defaultConsent(true))

export function initConsent(settings: AnalyticsSettings): void {
  if (consent.get().initialized) return
  if (getNativeApp() !== null) {
    applyConsent({ initialized: true, accepted: true, ua: true }, settings)
    return
  }
  const kept = readStoredConsent(settings)
  if (kept.broken) notify('Erro de parse no analytics obj.', 'danger')
  if (kept.consent.accepted) applyConsent(kept.consent, settings)
  else {
    consent.set(kept.consent)
    dispatchEvent(new Event('analytics dialog show'))
    consentDialog.set('ask')
  }
}

/** Reloads the page when the person takes the consent back. */
export function acceptConsent(ua: boolean, settings: AnalyticsSettings): void {
  const before = consent.get()
  const next = { initialized: true, accepted: true, ua }
  setCookie(consentCookie.name, JSON.stringify(next), consentCookie.duration)
  consentDialog.set(null)
  applyConsent(next, settings)
  if (before.accepted && before.ua && !ua && settings.analyticsEnabled) location.reload()
}

function applyConsent(next: Consent, settings: AnalyticsSettings): void {
  consent.set(next)
  dispatchEvent(new Event('analytics init'))
  if (next.ua && settings.analyticsEnabled) startAnalytics(settings.analyticsScriptUrl)
}
