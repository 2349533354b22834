import { expect, it } from 'vitest'
import { routes } from '#app/web/routes.ts'
import { customerViews, newcomerViews } from '#test/e2e/support/views/customer.ts'
import { adminViews, halfSignedInViews, supervisorViews } from '#test/e2e/support/views/desk.ts'
import { guestViews } from '#test/e2e/support/views/guest.ts'
import { partViews } from '#test/e2e/support/views/parts.ts'
import { reservationViews } from '#test/e2e/support/views/reservation.ts'

const views = [
  ...guestViews,
  ...newcomerViews,
  ...customerViews,
  ...reservationViews,
  ...adminViews,
  ...supervisorViews,
  ...halfSignedInViews,
  ...partViews,
]

/** They stand only while something is wrong or on its way, so the tests that bring that about look at them. */
const elsewhere: Readonly<Record<string, string>> = {
  logout: 'test/e2e/login.test.ts',
  recaptcha: 'test/e2e/session.test.ts',
}

it('every screen is looked at: it has a row in test/e2e/support/views', () => {
  const seen = new Set<string>(views.map(({ screen }) => screen))
  const unseen = Object.keys(routes).filter((screen) => !seen.has(screen) && !(screen in elsewhere))
  expect(unseen.map((screen) => `${screen} -> add it to the views of who sees it`)).toEqual([])
})
