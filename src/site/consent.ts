/** The cookie `analytics_data` stores it (docs/spec.md#cookie-dialog). */
export type Consent = { readonly initialized: boolean; readonly accepted: boolean; readonly ua: boolean }

/** docs/spec.md#cookies */
export const consentCookie = { name: 'analytics_data', duration: '1m' } as const

/** The operator may uncheck the optional box (docs/spec.md#r5). */
export function defaultConsent(uaChecked: boolean): Consent {
  return { initialized: false, accepted: false, ua: uaChecked }
}

/** `broken` is true when the cookie cannot be read and the defaults apply. */
export function parseConsentCookie(
  cookie: string | null,
  defaults: Consent,
): { consent: Consent; broken: boolean } {
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

const analyticsScreens: readonly string[] = [
  'welcome',
  'contact',
  'terms.privacyPolicy',
  'ticket.read',
  'ticket.value',
]

/** docs/spec.md#r28 */
export function isAnalyticsScreen(
  { name, query }: { name: string; query: Readonly<Record<string, string | undefined>> },
  isGuest: boolean,
): boolean {
  if (name === 'ticket.paymentType') return isGuest && query['ptoken'] === undefined
  return analyticsScreens.includes(name)
}
