import type { Browser } from 'playwright-core'
import { describe } from 'vitest'
import { newPhone } from './support/browser.ts'
import { signedInCustomer } from './support/customer.ts'
import { signedInShop } from './support/partner/shop.ts'
import { customerViews, newcomerViews } from './support/views/customer.ts'
import { shopViews } from './support/partner/views.ts'
import { reservationViews } from './support/views/reservation.ts'
import { visitAll } from './support/views/visit.ts'

async function asCustomer(browser: Browser) {
  const context = await newPhone(browser)
  await signedInCustomer(context)
  return context
}

describe('screens of a new customer', () => {
  visitAll({
    views: newcomerViews,
    as: asCustomer,
    everyRun: [
      'home',
      'user.edit',
      'user.vehicles',
      'ticket.paymentType',
      'payment.creditDebitCard',
      'reserve.add',
    ],
  })
})
describe('screens of a customer who has paid', () => {
  visitAll({
    views: customerViews,
    as: asCustomer,
    everyRun: ['user.receipt', 'payment.savedCard', 'payment.done', 'payment.contest', 'payment.pix'],
  })
})
describe('screens of a shop’s person', () => {
  visitAll({
    views: shopViews,
    async as(browser) {
      const context = await newPhone(browser)
      await signedInShop(browser, context, 'Livraria Sol')
      return context
    },
  })
})
describe('screens of a customer with a reservation', () => {
  visitAll({
    views: reservationViews,
    as: asCustomer,
    everyRun: ['reserve.paymentConfirm', 'payment.done', 'user.menu', 'ticket.value'],
  })
})
