/** What a browser test answers itself, in the server's place: how often, and why the real thing is not provoked. */
export const intercepts: Readonly<Record<string, { count: number; why: string }>> = {
  'addresses.test.ts': { count: 3, why: 'answers and a chunk are held back, so that another comes first' },
  'consent.test.ts': { count: 2, why: 'somebody else’s analytics script, in a page that names it' },
  'errors.test.ts': { count: 6, why: 'answers that the portal never gives: empty, cut, of a proxy' },
  'history.test.ts': { count: 2, why: 'four hundred payments; one call fails while the screen is fetched' },
  'kit.test.ts': { count: 2, why: 'a chunk is held back, and one does not arrive' },
  'kitFields.test.ts': { count: 1, why: 'the kit’s test server answers every search' },
  'kitGeneric.test.ts': { count: 2, why: 'the kit’s test server answers every call' },
  'login.test.ts': {
    count: 4,
    why: 'the check, the login, the logout and what a guest owes fail one at a time',
  },
  'recaptcha.test.ts': { count: 2, why: 'Google’s script, which no test asks Google for' },
  'reserve.test.ts': {
    count: 4,
    why: 'a lot fills between two calls; minutes pass that no browser waits for',
  },
  'reserveOff.test.ts': { count: 1, why: 'minutes pass that no browser waits for' },
  'savedCard.test.ts': { count: 4, why: 'a card that was approved when it was saved is refused later' },
  'screens.test.ts': {
    count: 4,
    why: 'a lot with spaces for people of 60 and more; the server out of reach; scripts that come late',
  },
  'session.test.ts': { count: 2, why: 'a session that ends, or becomes another’s, between two looks' },
  'staffOps.test.ts': { count: 1, why: 'the simulator leaves no payment in doubt for longer than a moment' },
  'staffSettings.test.ts': { count: 1, why: 'one call fails while the screen is fetched' },
  'support/views/guest.ts': { count: 1, why: 'a CEP that is not answered in time' },
  'user.test.ts': { count: 2, why: 'one call fails, or is refused, while the screen is fetched' },
}

/** States that only their own test brings about are looked at there, not in test/e2e/support/views. */
export const looksElsewhere = 34
