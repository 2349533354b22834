import { cookieValue, setCookie } from './cookie.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { createStore } from '#kit/web/state/store.ts'
import { type Consent, consentCookie, readConsent, undecidedConsent } from '../../consent.ts'
import type { PageSettings } from '../../pageSettings.ts'
import { startAnalytics } from './analytics.ts'
import { consentPane } from './pane.ts'

type Wanted = Pick<PageSettings, 'analyticsEnabled' | 'analyticsScriptUrl' | 'analyticsChecked'>

export const consent = createStore<Consent>(undecidedConsent(true))

export function initConsent(settings: Wanted): void {
  if (consent.get().initialized) return
  if (nativeApp() !== null) {
    decide({ initialized: true, accepted: true, ua: true }, settings)
    return
  }
  const kept = readConsent(
    cookieValue(document.cookie, consentCookie.name),
    undecidedConsent(settings.analyticsChecked),
  )
  if (kept.broken) notify('Erro de parse no analytics obj.', 'danger')
  if (kept.consent.accepted) decide(kept.consent, settings)
  else {
    consent.set(kept.consent)
    dispatchEvent(new Event('analytics dialog show'))
    consentPane.set('ask')
  }
}

/** A revocation takes effect by a reload. */
export function acceptConsent(ua: boolean, settings: Wanted): void {
  const before = consent.get()
  const next = { initialized: true, accepted: true, ua }
  setCookie(consentCookie.name, JSON.stringify(next), consentCookie.duration)
  consentPane.set(null)
  decide(next, settings)
  if (before.accepted && before.ua && !ua && settings.analyticsEnabled) location.reload()
}

function decide(next: Consent, settings: Wanted): void {
  consent.set(next)
  dispatchEvent(new Event('analytics init'))
  if (next.ua && settings.analyticsEnabled) startAnalytics(settings.analyticsScriptUrl)
}
