type Intercept = {
  readonly file: string
  /** The intercepted address, as in the test. */
  readonly what: string
  readonly why: string
}

/**
 * Answers that a browser test gives in place of a server, and why the real one cannot be provoked. What can be provoked:
 * by the simulator's faults, by staff's settings, by the faults of the portal's proxy (test/e2e/support/proxy), or where
 * a test holds the portal's clock (test/simulation).
 */
export const intercepts: readonly Intercept[] = [
  {
    file: 'consent.test.ts',
    what: 'script',
    why: 'the analytics script is foreign, under https: no test uses the network for it',
  },
  {
    file: 'contest.test.ts',
    what: "'**/contest'",
    why: 'the real server takes the contest; its answer is lost on the way',
  },
  {
    file: 'errors.test.ts',
    what: "'**/api/me/pm_transaction?*'",
    why: 'errors of a read that the page sent itself: only a server of another release answers so',
  },
  {
    file: 'errors.test.ts',
    what: 'resend',
    why: 'null, another shape, errors without a field: only a server of another release answers so',
  },
  {
    file: 'filledIn.test.ts',
    what: "'**/api/account/get_address*'",
    why: 'the real server answers, after a script has filled the form',
  },
  {
    file: 'limits.test.ts',
    what: "'**/pay'",
    why: 'the real server takes or refuses the card; its answer is lost on the way',
  },
  {
    file: 'recaptcha.test.ts',
    what: "'https://www.google.com/**'",
    why: 'the check is Google’s script, at Google’s address: no test asks Google for it',
  },
  {
    file: 'reserveEnded.test.ts',
    what: "'**/api/pm_transaction/**'",
    why: 'hours of the server’s clock lie between a new reservation and these states',
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
    what: "'**/pay'",
    why: 'the real server takes the payment; its answer is lost in this tab',
  },
  {
    file: 'staff.test.ts',
    what: "'**/api/staff/dashboard?*'",
    why: 'the demo’s garage has done every first step, and its devices stay',
  },
  {
    file: 'staffExports.test.ts',
    what: "'**/api/staff/closings/1/edit'",
    why: 'a closing with every section: the portal’s days last as long as everybody’s, and some sections have no source yet',
  },
  {
    file: 'staffTasks.test.ts',
    what: 'address',
    why: 'yesterday’s closing: the portal’s days last as long as everybody’s',
  },
  {
    file: 'staffTill.test.ts',
    what: "'**/take'",
    why: 'the real server takes the payment; its answer is lost on the way',
  },
  {
    file: 'support/oldest/oldestPhone.ts',
    what: '`**/${file}`',
    why: 'a worker begins without the names that an old browser lacks: its own script, with a text before it',
  },
  {
    file: 'support/proxy/loseCalls.ts',
    what: "'**/api/**'",
    why: 'every call of one page is lost, from a moment of that page; the files of the next screen still arrive',
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

/** States that only their own test causes are checked there, not in test/e2e/support/views. */
export const screenshotsElsewhere = 30
