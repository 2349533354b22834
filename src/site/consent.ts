/** What somebody decided about cookies (docs/spec.md#cookie-dialog); kept in the cookie `analytics_data`. */
export type Consent = {
  /** The cookie has been looked at. */
  readonly initialized: boolean
  /** The person has answered: Aceitar or Salvar. */
  readonly accepted: boolean
  /** Browsing metadata may be collected. */
  readonly ua: boolean
}

/** Name and life of the cookie (docs/spec.md#cookies). */
export const consentCookie = { name: 'analytics_data', duration: '1m' } as const

/**
 * Before anybody was asked; the optional box starts checked unless the operator decided otherwise
 * (docs/spec.md#r5).
 */
export function unasked(uaChecked: boolean): Consent {
  return { initialized: false, accepted: false, ua: uaChecked }
}

/**
 * The cookie over the defaults: parsed when it is a text, further fields ignored. `broken` when there was a
 * cookie that could not be read; then the defaults hold.
 */
export function readConsent(cookie: string | null, defaults: Consent): { consent: Consent; broken: boolean } {
  if (cookie === null) return { consent: { ...defaults, initialized: true }, broken: false }
  try {
    let kept: unknown = JSON.parse(cookie)
    if (typeof kept === 'string') kept = JSON.parse(kept)
    if (typeof kept !== 'object' || kept === null) throw new SyntaxError('not an object')
    const accepted = 'accepted' in kept && kept.accepted === true
    const ua = 'ua' in kept && typeof kept.ua === 'boolean' ? kept.ua : defaults.ua
    return { consent: { initialized: true, accepted, ua }, broken: false }
  } catch {
    return { consent: { ...defaults, initialized: true }, broken: true }
  }
}
