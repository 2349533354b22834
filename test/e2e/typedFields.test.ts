import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAPhone } from './support/onAPhone.ts'
import { ways } from './support/keys/ways.ts'
import { goToCard } from './support/steps.ts'
import { parkedCar } from './support/demo.ts'
import { bottomOf, expectPixels, expectPixelsUpTo } from './support/views/pixels.ts'

/** A field shows the same by keys, an input method, paste or autofill. */
let page: Page
const { open, button } = onAPhone((fresh) => ({ page } = fresh))

type Row = readonly [label: string, text: string, shown: string]

const personRows: readonly Row[] = [
  ['Telefone', '41998765432', '(41) 99876-5432'],
  ['Telefone', '+55 (41) 99876-5432', '(41) 99876-5432'],
  ['Telefone', '5541998765432', '(41) 99876-5432'],
  ['Telefone', '041998765432', '(41) 99876-5432'],
  ['CPF', '52998224725', '529.982.247-25'],
  ['CPF', '529.982.247-25', '529.982.247-25'],
]
const cardRows: readonly Row[] = [
  ['Número do Cartão', '4000000000000010', '4000 0000 0000 0010'],
  ['Validade', '12/30', '12/30'],
  ['Validade', '1230', '12/30'],
  ['Validade', '12/2030', '12/30'],
  ['Validade', '122030', '12/30'],
  ['Validade', '1/2030', '01/30'],
  ['Validade', '01/2030', '01/30'],
  ['Validade', '2030-12', '12/30'],
  ['Validade', '2030/12', '12/30'],
  ['Validade', '9/30', '09/30'],
  ['CVV', '123', '123'],
]

const wrongs: string[] = []
async function expectRows(rows: readonly Row[]): Promise<void> {
  for (const [way, put] of Object.entries(ways))
    for (const [label, text, shown] of rows) {
      const field = page.getByLabel(label)
      await field.fill('')
      await put(field, text)
      const value = await field.inputValue()
      if (value !== shown) wrongs.push(`${label} ${text} by ${way}: ${value}`)
    }
  expect(wrongs.splice(0)).toEqual([])
}

it('fields of a person, before and after a refused AVANÇAR', { tags: 'deep' }, async () => {
  await open(`#/ticket/account?ticket=${await parkedCar(130)}`)
  await page.getByLabel('Telefone').waitFor()
  await button('AVANÇAR').click()
  await page.getByText('Campo obrigatório.').first().waitFor()
  await expectRows(personRows)
})

it('fields of a card', { tags: 'deep' }, async () => {
  await goToCard(page, await parkedCar(130))
  await expectRows(cardRows)
})

it(
  'a phone of another country stays what it is, and is refused; a carrier is no area code',
  { tags: 'deep' },
  async () => {
    await open(`#/ticket/account?ticket=${await parkedCar(130)}`)
    const phone = page.getByLabel('Telefone')
    for (const put of [ways.keys, ways['an input method'], ways.paste, ways.autofill]) {
      await phone.fill('')
      await put(phone, '+1 (305) 555-0199')
      expect(await phone.inputValue()).toBe('+13055550199')
      await page.getByLabel('CPF').focus()
      await page.getByText('Digite um telefone válido com DDD.').waitFor()
    }
    for (const put of [ways['an input method'], ways.paste, ways.autofill]) {
      await phone.fill('')
      await put(phone, '0 15 11 98765-4321')
      await expect.poll(() => phone.inputValue()).toBe('(11) 98765-4321')
    }
  },
)

it('a CVV field explains the characters that it drops', { tags: 'deep' }, async () => {
  await goToCard(page, await parkedCar(130))
  const said = page.getByText('Só números')
  for (const [way, put] of Object.entries(ways)) {
    await page.getByLabel('CVV').fill('')
    await said.waitFor({ state: 'detached' })
    await put(page.getByLabel('CVV'), '12a')
    await said.waitFor()
    expect({ way, shown: await page.getByLabel('CVV').inputValue() }).toEqual({ way, shown: '12' })
  }
})

it('what a field drops it says on the label’s line, and nothing moves', { tags: 'deep' }, async () => {
  await goToCard(page, await parkedCar(130))
  const tops = async (parts: readonly Locator[]) => Promise.all(parts.map(bottomOf))
  for (const name of ['Número do Cartão', 'Validade', 'CVV']) {
    const field = page.getByLabel(name)
    await field.fill('4111111111111111')
    const label = page.getByText(name, { exact: true })
    const parts = [label, field, page.getByRole('button', { name: 'Cancelar' })]
    const before = await tops(parts)
    await page.keyboard.press('x')
    const said = page.getByRole('status').getByText('Só números')
    await said.waitFor()
    for (const [i, bottom] of (await tops(parts)).entries()) expectPixels(bottom, before[i] ?? NaN)
    const [note, word] = [await said.boundingBox(), await label.boundingBox()]
    expectPixelsUpTo(await bottomOf(said), await bottomOf(label))
    expectPixelsUpTo((word?.x ?? NaN) + (word?.width ?? NaN), note?.x ?? NaN)
    await field.fill('1')
    await said.waitFor({ state: 'detached' })
  }
})
