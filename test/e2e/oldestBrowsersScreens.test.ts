import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { proveHuman, signedInCustomer } from './support/customer.ts'
import { oldestPhone, watchErrors } from './support/oldest/oldestPhone.ts'
import { customerViews, newcomerViews } from './support/views/customer.ts'
import { guestViews } from './support/views/guest.ts'
import { reservationViews } from './support/views/reservation.ts'
import { visitAll } from './support/views/visit.ts'

/** Every customer screen is shown and no page throws, in a browser without the features that one of the oldest lacks. */
function walk(views: Parameters<typeof visitAll>[0]['views'], isCustomer = true): void {
  let errors: string[] = []
  visitAll({
    views,
    everyRun: [],
    async as(browser: Browser) {
      const context = await oldestPhone(browser)
      errors = watchErrors(context)
      await (isCustomer ? signedInCustomer(context) : proveHuman(context))
      return context
    },
    look: async () => expect(errors.splice(0)).toEqual([]),
  })
}

describe('of a guest', () => {
  walk(guestViews, false)
})
describe('of a new customer', () => {
  walk(newcomerViews)
})
describe('of a customer who has paid', () => {
  walk(customerViews)
})
describe('of a customer with a reservation', () => {
  walk(reservationViews)
})
