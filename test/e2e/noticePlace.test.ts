import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { knownGuest, openedPayment } from './support/customer.ts'
import { parkedCar } from './support/demo.ts'
import { devToolsOf } from './support/look/devTools.ts'
import { onAPhone } from './support/onAPhone.ts'
import { openDesk } from './support/staff.ts'

/** A notice covers neither the title nor the ticket, neither the field with the focus nor the primary action. */
let page: Page
let context: BrowserContext
const { open } = onAPhone((fresh) => ({ context, page } = fresh))

const setText = async (standard: number) =>
  (await devToolsOf(page)).send('Page.setFontSizes', { fontSizes: { standard } })
afterEach(() => setText(16))

/** In the page: an error of our own code, which the portal tells. */
function failInPage(): void {
  scrollTo(0, 0)
  const error = Object.assign(new Error('a fault'), { stack: 'at fault (/assets/fault.js:1:1)' })
  dispatchEvent(new ErrorEvent('error', { error }))
}

/** In the page, two frames later: what the notices cover. */
async function coveredByNotices(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const notices = document.querySelector('[aria-label="Notificações"]')?.getBoundingClientRect()
  if (!notices || notices.height < 40 || notices.top < 0 || notices.bottom > innerHeight)
    return ['the notices are not seen']
  const kept = [...document.querySelectorAll('h1, article, input:focus, [class*="_primary"]')]
  return kept
    .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const isBeside = left >= notices.right || right <= notices.left
      return !isBeside && top < notices.bottom && bottom > notices.top
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 120))
}

async function expectNothingCovered(): Promise<void> {
  await page.waitForSelector('html[data-ready]')
  for (const [name, size] of Object.entries({ phone, desktop }))
    for (const standard of [16, 32]) {
      await page.setViewportSize(size)
      await setText(standard)
      await page.evaluate(failInPage)
      await page.getByRole('alert').getByText('Erro na página').waitFor()
      const covered = await page.evaluate(coveredByNotices)
      expect(covered, `${name}, text of ${standard} px`).toEqual([])
      await page.getByRole('button', { name: 'Fechar aviso' }).click()
    }
}

const openCard = async () => {
  await knownGuest(context)
  const token = await openedPayment(context, await parkedCar(130))
  await open(`#/payment/${token}/creditDebitCard`)
  await page.getByLabel('Número do Cartão').focus()
}

it('at the card’s fields', async () => {
  await openCard()
  await expectNothingCovered()
})

it.each([
  [
    'a ticket’s value',
    async () => open(`#/ticket/value?ticket=${await parkedCar(130)}`),
    'IR PARA PAGAMENTO',
  ],
  ['the contact page', () => open('#/contact'), 'Voltar'],
  ['a list of the desk', () => openDesk(page, 1, 'lots'), 'Adicionar estacionamento'],
  ['a form of the desk', () => openDesk(page, 1, 'lots/new'), 'SALVAR'],
] as const)('at %s', { tags: 'deep' }, async (_what, go, shown) => {
  await go()
  await page
    .getByRole('button', { name: shown })
    .or(page.getByRole('link', { name: shown }))
    .first()
    .waitFor()
  await expectNothingCovered()
})
