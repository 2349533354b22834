import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { lineToPortal } from './support/line/line.ts'
import { onAPhone } from './support/onAPhone.ts'
import { parkedCar } from './support/street.ts'

/** A file that a screen asks for late does not arrive: the screen stays, and says so where somebody waits for it. */
let context: BrowserContext
let page: Page
// A phone that is handed on has the files of the tests before.
const { openOnLine, heading, button } = onAPhone((fresh) => ({ context, page } = fresh), newPhone)

const loses = async (file: RegExp) => (await lineToPortal()).troubles.bring('lost', file)
const saysNoSignal = () =>
  page
    .getByText(/^Sem conexão com a internet\./)
    .first()
    .waitFor()

it(
  'the cookie dialog’s file fails to load: the page and typed data stay, and the dialog still works',
  { tags: 'deep' },
  async () => {
    await context.clearCookies()
    await loses(/assets\/ConsentChoice-/)
    await openOnLine('#/ticket/read')
    await page.getByLabel('Número do ticket').fill('00012')
    await button('Gerenciar Cookies').click()
    await page.getByText('Não foi possível abrir as opções de cookies.').waitFor()
    await page.getByRole('dialog', { name: 'Cookies' }).getByRole('button', { name: 'Voltar' }).click()
    await button('Aceitar').click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByLabel('Número do ticket').inputValue()).toBe('00012')
  },
)

it('the human check’s file fails to load: a notice says so, and the typed number stays', async () => {
  await loses(/assets\/humanProof-/)
  await openOnLine('#/ticket/read')
  const code = await parkedCar(130)
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await saysNoSignal()
  expect(await page.getByLabel('Número do ticket').inputValue()).toBe(code)
})

it('an optional file of the payer screen fails to load: data can be typed and sent', async () => {
  await loses(/assets\/RememberMe-/)
  await openOnLine(`#/ticket/account?ticket=${await parkedCar(130)}`)
  await page.getByLabel('Nome completo').fill('Maria de Souza')
  await button('AVANÇAR').click()
  await page.getByText('3 campos precisam de atenção.').waitFor()
  expect(await page.getByLabel('Nome completo').inputValue()).toBe('Maria de Souza')
})

it(
  'the file that creates the wanted account fails to load: the terms screen stays and says so',
  { tags: 'deep' },
  async () => {
    await loses(/assets\/createAccount-/)
    await openOnLine('#/ticket/read')
    await page.evaluate(() =>
      sessionStorage.setItem('guiche.draft.account', JSON.stringify({ shouldCreateAccount: true })),
    )
    await openOnLine(`#/ticket/privacyPolicyTerms?ticket=${await parkedCar(130)}`)
    await button('CONCORDAR E IR PARA PAGAMENTO').click()
    await saysNoSignal()
    expect(await heading('Política de privacidade e termos').isVisible()).toBe(true)
  },
)
