import { describe } from 'vitest'
import { newPhone } from './support/browser.ts'
import { callAs, proveHuman } from './support/customer.ts'
import { staffBrowser, staffPerson } from './support/staff.ts'
import { adminViews, halfSignedInViews, supervisorViews } from './support/views/desk.ts'
import { visitAll } from './support/views/visit.ts'

/** One screen of each kind: figures, list, file, form, printed page. */
const everyRun = [
  'staff.dashboard',
  'staff.tickets',
  'staff.transaction',
  'staff.closing',
  'staff.settings',
  'staff.disputeEvidence',
]

describe('back office of an admin', () => {
  visitAll({ views: adminViews, as: (browser) => staffBrowser(browser, 1), everyRun })
})
describe('back office of a supervisor', () => {
  visitAll({ views: supervisorViews, as: (browser) => staffBrowser(browser, 10), everyRun })
})
describe('back office before the second factor', () => {
  visitAll({
    views: halfSignedInViews,
    async as(browser) {
      const context = await newPhone(browser)
      await proveHuman(context)
      const { email: username, password } = await staffPerson(10)
      await callAs(context, '/auth/login', { data: { username, password } })
      return context
    },
  })
})
