import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { parkedCar, printedCard } from './support/demo.ts'
import { fillData, goToCard } from './support/steps.ts'
import { onAPhone } from './support/onAPhone.ts'

/** Autofill of browsers and password managers: whole values in their format, without key presses. */
let page: Page
const { open, heading, button } = onAPhone((fresh) => ({ page } = fresh))

/** Sets every field at once, as autofill does. */
async function fillIn(values: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((given) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const [name, value] of Object.entries(given)) {
      const field = document.querySelector(`input[name="${name}"]`)
      if (!field) throw new Error(`no field ${name}`)
      setValue?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, values)
}

it('an autofilled phone with country code 55 is read without it', { tags: 'deep' }, async () => {
  await open(`#/ticket/account?ticket=${await parkedCar(130)}`)
  await page.getByLabel('Nome completo').waitFor()
  await fillIn({
    name: 'Maria de Souza',
    email: 'maria@exemplo.com.br',
    phone: '+5541998765432',
    cpfcnpj: '52998224725',
  })
  await expect.poll(() => page.getByLabel('Telefone').inputValue()).toBe('(41) 99876-5432')
  expect(await page.getByLabel('CPF').inputValue()).toBe('529.982.247-25')
  await button('AVANÇAR').click()
  await heading('Preencha seus endereço').waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Telefone').inputValue()).toBe('(41) 99876-5432')
})

it('values set by a script without events are sent; a city typed in full needs no choice from the list', async () => {
  // An answer that comes after the script renders the form again.
  const { promise: filled, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/account/get_address*', (route) => filled.then(() => route.continue()))
  await open(`#/ticket/account?ticket=${await parkedCar(130)}`)
  await fillData(page)
  await heading('Preencha seus endereço').waitFor()
  await page.evaluate(() => {
    const address = {
      postalcode: '13450-000',
      street: 'Rua Dona Margarida',
      streetNumber: '100',
      neighborhood: 'Centro',
      city: 'Santa Bárbara d’Oeste (SP)',
    }
    for (const [name, value] of Object.entries(address)) {
      const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      if (field) field.value = value
    }
  })
  const answered = page.waitForResponse('**/api/account/get_address*')
  answer()
  await (await answered).finished()
  await button('AVANÇAR').click()
  await heading('Política de privacidade e termos').waitFor()
  expect(page.url()).toContain('privacyPolicyTerms')
})

it(
  'a typed country code is kept, and digits of a composing keyboard are entered once',
  { tags: 'deep' },
  async () => {
    await open(`#/ticket/account?ticket=${await parkedCar(130)}`)
    const phone = page.getByLabel('Telefone')
    for (const typed of ['+5541998765432', '5541998765432', '041998765432']) {
      await phone.fill('')
      await phone.pressSequentially(typed)
      expect(await phone.inputValue()).toBe('(41) 99876-5432')
    }
    await page.getByLabel('CPF').focus()
    const keyboard = await page.context().newCDPSession(page)
    for (const text of ['5', '52', '529', '5299'])
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await keyboard.send('Input.insertText', { text: '5299' })
    expect(await page.getByLabel('CPF').inputValue()).toBe('529.9')
  },
)

it('an autofilled card with a four-digit year has the right expiry, and pays', { tags: 'deep' }, async () => {
  await goToCard(page, await parkedCar(130))
  await fillIn({
    cardNumber: (await printedCard('aprovado')).replace(/.{4}(?=.)/g, '$&-'),
    cardHolderName: 'MARIA SOUZA',
    cardExpiration: '2030-12',
    cardCvv: '123',
  })
  await expect.poll(() => page.getByLabel('Validade').inputValue()).toBe('12/30')
  await button(/^PAGAR/).click()
  await heading('Pagamento concluído').waitFor()
})
