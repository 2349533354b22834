import type { Browser } from 'playwright-core'
import { describe } from 'vitest'
import { newPhone } from './support/browser.ts'
import { signedInCustomer } from './support/customer.ts'
import { customerViews, newcomerViews } from './support/views/customer.ts'
import { reservationViews } from './support/views/reservation.ts'
import { visitAll } from './support/views/visit.ts'

async function asCustomer(browser: Browser) {
  const context = await newPhone(browser)
  await signedInCustomer(context)
  return context
}

describe('who has just signed up', () => {
  visitAll({ views: newcomerViews, as: asCustomer })
})
describe('who has paid', () => {
  visitAll({ views: customerViews, as: asCustomer })
})
describe('who reserves', () => {
  visitAll({ views: reservationViews, as: asCustomer })
})
