import type { Page } from 'playwright-core'
import { cardEndingIn } from '#test/support/flow.ts'
import type { Shoot } from './shoot.ts'

type Ticket = { readonly url: string; readonly code: string }

/** A driver without an account pays the ticket by credit card. */
export async function driverPays(page: Page, { url, code }: Ticket, shoot: Shoot): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  await page.goto(`${url}/#/ticket/read?ticket=${code}`)
  await press('Aceitar')
  await page.getByRole('heading', { name: 'Verifique o valor' }).waitFor()
  await shoot(page, 'ticket')
  await press('IR PARA PAGAMENTO')
  await page.getByLabel('Nome completo').fill('Maria de Souza')
  await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
  await page.getByLabel('Telefone').fill('41998765432')
  await page.getByLabel('CPF').fill('52998224725')
  await press('AVANÇAR')
  await page.getByLabel('CEP').fill('80010000')
  await page.getByLabel('Endereço', { exact: true }).fill('Rua XV de Novembro')
  await page.getByLabel('Número', { exact: true }).fill('100')
  await page.getByLabel('Bairro').fill('Centro')
  await page.getByRole('combobox', { name: 'Cidade' }).fill('curitiba')
  await page.getByRole('option', { name: 'Curitiba - PR' }).click()
  await press('AVANÇAR')
  await press('CONCORDAR E IR PARA PAGAMENTO')
  await press('CARTÃO DE CRÉDITO')
  await page.getByLabel('Número do Cartão').fill(cardEndingIn(1))
  await page.getByLabel('Nome no cartão').fill('MARIA SOUZA')
  await page.getByLabel('Validade').fill('1230')
  await page.getByLabel('CVV').fill('123')
  await press(/^PAGAR/)
  await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  await page.getByText('Pronto!').waitFor({ state: 'hidden' })
  await shoot(page, 'paid')
}
