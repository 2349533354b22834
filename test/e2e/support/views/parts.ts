import type { Page } from 'playwright-core'
import { button, statesOf, type View } from './view.ts'

const chooseFirst = async (page: Page, field: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option').first().waitFor()
}

/** The kit's gallery: its parts look the same on every screen. */
export const partViews: readonly View[] = [
  ...statesOf(
    { screen: 'dev.ui', at: '#/dev/ui', title: 'Peças do guichê' },
    {
      'nothing filled in': async ({ page }) => {
        await button(page, 'AVANÇAR').click()
        return page.getByText('5 campos precisam de atenção.')
      },
      'a list to choose from': async ({ page }) => {
        await chooseFirst(page, 'Cidade')
        return page.getByRole('option')
      },
      'several chosen': async ({ page }) => {
        await chooseFirst(page, 'Estacionamentos')
        await page.getByRole('option').nth(0).click()
        await page.getByRole('option').nth(1).click()
        return page.getByText('You can only select 2 items')
      },
      'a danger notice': async ({ page }) => {
        await page.getByRole('button', { name: 'Aviso danger', exact: true }).click()
        return page.getByText('Aviso danger, por 60 s.')
      },
      'a warning': async ({ page }) => {
        await page.getByRole('button', { name: 'Aviso warning', exact: true }).click()
        return page.getByText('Aviso warning, por 60 s.')
      },
      'a question before something is destroyed': async ({ page }) => {
        await page.getByRole('button', { name: 'Excluir', exact: true }).click()
        return page.getByRole('alertdialog', { name: 'Excluir registro?' })
      },
    },
  ),
  ...statesOf(
    // Leaving what was typed would ask, so the page is not used again.
    { screen: 'dev.ui', at: '#/dev/ui?part=fields', title: 'Campos', before: async () => undefined },
    {
      'no such day': async ({ page }) => {
        await page.getByLabel('Vale a partir de').fill('31022027')
        await button(page, 'SALVAR').click()
        return page.getByText('Digite uma data válida, como 31/12/2027.')
      },
      'an address to copy': async ({ page }) => {
        await page.getByRole('button', { name: 'Compartilhar', exact: true }).click()
        return page.getByRole('dialog', { name: 'Compartilhar a tela' })
      },
      'one of a list chosen': async ({ page }) => {
        await page.getByRole('combobox', { name: 'Cidade vizinha', exact: true }).fill('cidade 45')
        await page.getByRole('option', { name: 'Cidade 45 - SP' }).click()
        return button(page, 'Remove all items')
      },
    },
  ),
  ...statesOf({ screen: 'dev.ui', at: '#/dev/ui?part=list&q=cidade 4', title: 'Lista' }),
  {
    screen: 'dev.ui',
    state: 'in the middle of many pages',
    at: '#/dev/ui?part=list&page=10',
    title: 'Lista',
    act: async ({ page }) => page.getByRole('link', { name: 'Página 10', exact: true }),
  },
  ...statesOf(
    { screen: 'dev.ui', at: '#/dev/ui?part=edit&id=1&after=refresh', title: 'Cancela' },
    {
      'more about it': async ({ page }) => {
        await page.getByText('Informações adicionais').click()
        return page.getByText('Criado em')
      },
    },
  ),
]
