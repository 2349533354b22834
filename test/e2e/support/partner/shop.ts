import type { Browser, BrowserContext } from 'playwright-core'
import { at, textAt } from '#test/support/client.ts'
import { callAs, signedInCustomer } from '../customer.ts'
import { staffBrowser } from '../staff.ts'

const benefits = [
  { name: '2 h', kind: 'minutes', value: 120, active: true },
  { name: '50 %', kind: 'percent', value: 50, active: true },
]

/** Adds a shop of Garagem Centro with the benefits '2 h' and '50 %', as staff; answers its id. */
export async function addShop(staff: BrowserContext, name: string): Promise<string> {
  const data = { name, cnpj: '11.222.333/0001-81', lot_ids: [1], benefits }
  return String(at(await callAs(staff, '/api/staff/partners', { data }), 'data.id'))
}

/** A new person who validates tickets for a new shop, signed in on this phone; answers the shop's id. */
export async function signedInShop(browser: Browser, phone: BrowserContext, name: string): Promise<string> {
  const staff = await staffBrowser(browser, 2)
  const id = await addShop(staff, name)
  const { email } = await signedInCustomer(phone)
  await callAs(staff, `/api/staff/partners/${id}/people`, { data: { email } })
  await staff.close()
  return id
}

/** Validates a ticket as the shop signed in on this phone. */
export async function validateByCall(shop: BrowserContext, code: string, benefit: string): Promise<void> {
  const own = at(await callAs(shop, '/api/partner/me'), 'data.benefits')
  const known = Array.isArray(own) ? own.find((row) => at(row, 'name') === benefit) : undefined
  await callAs(shop, '/api/partner/validations', { data: { code, benefit_id: at(known, 'id') } })
}

/** A code of the shop's screen. */
export async function screenCode(shop: BrowserContext): Promise<string> {
  const own = await callAs(shop, '/api/partner/me')
  const benefit_id = at(own, 'data.benefits.0.id')
  return textAt(await callAs(shop, '/api/partner/screen_code', { data: { benefit_id } }), 'data.code')
}
