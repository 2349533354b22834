import { newPhone } from './support/browser.ts'
import { proveHuman } from './support/customer.ts'
import { guestViews } from './support/views/guest.ts'
import { visitAll } from './support/views/visit.ts'

visitAll({
  views: guestViews,
  async as(browser) {
    const context = await newPhone(browser)
    await proveHuman(context)
    return context
  },
})
