import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { knownGuest, openedPayment } from './customer.ts'
import { portalUrl } from './portal.ts'

/** The customer's steps, by roles and labels. */
export async function openTicket(page: Page, code: string): Promise<void> {
  await page.goto(`${portalUrl()}/#/ticket/read`)
  await page.getByLabel('Número do ticket').fill(code)
  await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
  await page.getByRole('heading', { name: 'Verifique o valor' }).waitFor()
}

export async function fillData(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Preencha seus dados' }).waitFor()
  await page.getByLabel('Nome completo').fill('Maria de Souza')
  await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
  await page.getByLabel('Telefone').fill('41998765432')
  await page.getByLabel('CPF').fill('52998224725')
  await page.getByRole('button', { name: 'AVANÇAR' }).click()
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Preencha seus endereço' }).waitFor()
  await page.getByLabel('CEP').fill('80010000')
  await page.getByLabel('Endereço', { exact: true }).fill('Rua XV de Novembro')
  await page.getByLabel('Número', { exact: true }).fill('100')
  await page.getByLabel('Bairro').fill('Centro')
  await chooseCity(page, 'curitiba', 'Curitiba - PR')
  await page.getByRole('button', { name: 'AVANÇAR' }).click()
}

/** After 80020-310 was typed: types the street and city if a busy machine has not looked them up within 1.5 s. */
export async function expectAddressOfCep(page: Page): Promise<void> {
  const outcome = page.getByText(
    /^(?:Preenchemos o endereço, o bairro e a cidade|Não foi possível buscar o CEP)/,
  )
  await outcome.waitFor()
  if ((await outcome.innerText()).startsWith('Preenchemos')) return
  await page.getByLabel('Endereço', { exact: true }).fill('Rua Doutor Muricy')
  await page.getByLabel('Bairro').fill('Centro')
  await chooseCity(page, 'curitiba', 'Curitiba - PR')
}

export async function chooseCity(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Cidade' }).fill(typed)
  await page.getByRole('option', { name }).click()
}

/** From the ticket's number to the payment type, with everything filled in. */
export async function goToPaymentType(page: Page, code: string): Promise<void> {
  await openTicket(page, code)
  await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
  await fillData(page)
  await fillAddress(page)
  await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
  await page.getByRole('heading', { name: 'Forma de pagamento' }).waitFor()
}

/** A guest at the card of this ticket's payment; the earlier steps are made over HTTP. */
export async function goToCard(
  page: Page,
  code: string,
  kind: 'CRÉDITO' | 'DÉBITO' = 'CRÉDITO',
): Promise<void> {
  await knownGuest(page.context())
  const token = await openedPayment(page.context(), code, kind === 'CRÉDITO' ? 1 : 2)
  await page.goto(`${portalUrl()}/#/payment/${token}/creditDebitCard`)
  await page.getByLabel('Número do Cartão').waitFor()
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do Cartão').fill(number)
  await page.getByLabel('Nome no cartão').fill('MARIA SOUZA')
  await page.getByLabel('Validade').fill('1230')
  await page.getByLabel('CVV').fill('123')
}

export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByRole('button', { name: /^PAGAR/ }).click()
}

/** Presses a button twice in quick succession; the second press must not reach another button in its place. */
export async function pressTwice(button: Locator): Promise<void> {
  await button.click({ trial: true })
  await button.evaluate((element: HTMLElement) => {
    element.click()
    setTimeout(() => element.click())
  })
}

/** Corrects a field with an error and waits until the error is gone, because its line moves the buttons below. */
export async function correct(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
}

/** A payer with one thumb: counts touches and keys. */
export type Counted = {
  taps: number
  keys: number
  /** Touches a button, a box or a field. */
  tap: (what: Locator) => Promise<void>
  /** Touches a field and types into it, key by key. */
  type: (label: string, text: string) => Promise<void>
}

export function countedPerson(page: Page): Counted {
  const person: Counted = {
    taps: 0,
    keys: 0,
    async tap(what) {
      person.taps += 1
      await what.click()
    },
    async type(label, text) {
      await person.tap(page.getByLabel(label, { exact: true }))
      person.keys += text.length
      await page.keyboard.type(text)
    },
  }
  return person
}

/** Moves the focus to an element by Tab. */
export async function reach(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await what.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${String(what)}`)
}

/** Reaches a button by Tab and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await reach(page, page.getByRole('button', { name }))
  await page.keyboard.press('Enter')
}
