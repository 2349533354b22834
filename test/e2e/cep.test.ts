import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAPhone } from './support/onAPhone.ts'
import { parkedCar } from './support/demo.ts'

let page: Page
const { open, heading } = onAPhone((fresh) => ({ page } = fresh))

const expectShows = async (name: string, text: string) => {
  await expect.poll(() => page.locator(`input[name=${name}]`).inputValue()).toBe(text)
}
const says = (text: string) => page.getByText(text, { exact: true }).waitFor()
const typeCep = (cep: string) => page.getByLabel('CEP').fill(cep)
/** Enters all characters before an answer can arrive; the last field has the focus. */
const typeAtOnce = (texts: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [name, text] of Object.entries(all)) {
      const input = document.querySelector<HTMLInputElement>(`input[name=${name}]`)
      input?.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, texts)

it(
  'a corrected CEP replaces what the first one filled; a late answer keeps a typed city; a conflicting CEP is reported',
  { tags: 'deep' },
  async () => {
    const address = `#/ticket/personAddress?ticket=${await parkedCar(130)}`
    await open(address)
    await typeCep('80020310')
    await says('Preenchemos o endereço, o bairro e a cidade pelo CEP. Confira.')
    await typeCep('80010000')
    await says('Preenchemos a cidade pelo CEP. Confira.')
    await expectShows('street', '')
    await expectShows('neighborhood', '')
    await expectShows('city', 'Curitiba - PR')

    await typeAtOnce({ postalcode: '80020-310', city: 'londrina' })
    await says('Preenchemos o endereço e o bairro pelo CEP. Confira.')
    await page.keyboard.press('Tab')
    await expectShows('city', 'Londrina - PR')
    // The city loseFile the focus before its list and the CEP's answer arrive, in either order.
    await typeAtOnce({ city: 'maringa', postalcode: '80010-000' })
    await page.getByText(/^(Preenchemos a cidade|CEP encontrado\. Mantivemos|Este CEP é de outro)/).waitFor()
    await expectShows('city', 'Maringá - PR')
    await typeCep('80020310')
    await expectShows('street', 'Rua Doutor Muricy')

    await open(address.replace('personAddress', 'account'))
    await heading('Preencha seus dados').waitFor()
    await open(address)
    await expectShows('street', 'Rua Doutor Muricy')
    await typeCep('80010000')
    await says('Este CEP é de outro endereço. Confira os campos.')
    await expectShows('street', 'Rua Doutor Muricy')
    await expectShows('city', 'Maringá - PR')
  },
)
