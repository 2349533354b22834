type Intercept = {
  readonly file: string
  /** What is intercepted, as it stands in the test. */
  readonly what: string
  readonly why: string
}

/**
 * What a browser test answers itself, in somebody else's place, and why the real thing cannot be provoked. What can be:
 * by the simulator's faults, by staff's settings, on the line to the portal (test/e2e/support/line), or where a test
 * holds the portal's clock (test/simulation).
 */
export const intercepts: readonly Intercept[] = [
  {
    file: 'consent.test.ts',
    what: 'script',
    why: 'the analytics script is another house’s, under https: no test asks the network for it',
  },
  {
    file: 'errors.test.ts',
    what: 'resend',
    why: 'null, another shape, errors without a field: only a server of another release answers so',
  },
  {
    file: 'recaptcha.test.ts',
    what: "'https://www.google.com/**'",
    why: 'the check is Google’s script, at Google’s address: no test asks Google for it',
  },
  {
    file: 'reserve.test.ts',
    what: "'**/api/**'",
    why: 'every call is lost, and the files of the next screen still arrive',
  },
  {
    file: 'savedCard.test.ts',
    what: "'**/pay'",
    why: 'no acquirer of today asks the cardholder of a saved card on a page of the bank',
  },
  {
    file: 'screens.test.ts',
    what: "'**/api/account/set_account'",
    why: 'page and server judge by one schema: only a server of another release refuses what the page let pass',
  },
  {
    file: 'silence.test.ts',
    what: "'**/api/**'",
    why: 'phones at one line at the same time, each of which loses its calls at another moment',
  },
  {
    file: 'silence.test.ts',
    what: "'**/pay'",
    why: 'the real server takes the payment; its answer is lost in this tab',
  },
  {
    file: 'staff.test.ts',
    what: "'**/api/staff/dashboard?*'",
    why: 'the demo’s garage has done every first step, and its devices stay',
  },
  {
    file: 'twoPeople.test.ts',
    what: "'**/api/session/web*'",
    why: 'the session of this tab is late until the other calls of the same page are answered',
  },
  {
    file: 'user.test.ts',
    what: "'**/api/me/gl_person'",
    why: 'page and server judge by one schema: only a server of another release refuses what the page let pass',
  },
]

/** States that only their own test brings about are looked at there, not in test/e2e/support/views. */
export const screenshotsElsewhere = 30
