import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { parkedCar } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { addShop } from './support/partner/shop.ts'
import { chooseAction, openDesk } from './support/staff.ts'

let context: BrowserContext
let page: Page
const { heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

const dialog = (name: string) => page.getByRole('dialog', { name })

it('a manager adds a shop with a benefit, sees what drivers pay, and gives a person access', async () => {
  await openDesk(page, 2, 'partners')
  await page.getByRole('link', { name: 'Adicionar parceiro' }).click()
  await heading('Novo parceiro').waitFor()
  await page.getByLabel('Nome da loja').fill('Padaria Lua')
  await page.getByLabel('CNPJ').fill('11222333000181')
  await page.getByRole('checkbox', { name: 'Garagem Centro' }).check()
  await button('Acrescentar benefício').click()
  await page.getByLabel('Nome', { exact: true }).fill('2 h')
  await page.getByLabel('Minutos').fill('120')
  await page.getByText('Quanto o motorista paga em Garagem Centro').click()
  const preview = page.getByRole('table', { name: 'Quanto o motorista paga com 2 h' })
  await preview.getByRole('row', { name: /^3h00min R\$.7,00 -R\$.6,00 R\$.1,00$/ }).waitFor()
  await button('Salvar').click()
  await heading('Padaria Lua').waitFor()
  await page.getByLabel('E-mail de quem valida').fill('padaria@exemplo.com.br')
  await button('Dar acesso').click()
  await page.getByText(/^Convite enviado em/).waitFor()
  await button('Retirar padaria@exemplo.com.br').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await page.getByText('Ninguém valida tickets por esta loja ainda.').waitFor()
})

it('codes are shown once, 24 a page, and the statement of a month has its paper', async () => {
  await openDesk(page, 2, 'partners')
  const id = await addShop(context, 'Café Estrela')
  await page.goto(`${page.url()}/${id}/codes`)
  await page.getByLabel('Benefício').selectOption('50 %')
  await page.getByLabel('Quantos').fill('25')
  await page.getByLabel('Valem até').fill('31/12/2030')
  await button('Criar códigos').click()
  await page.getByText('Para um ticket, até 31/12/2030').first().waitFor()
  expect(await page.getByRole('img', { name: /^QR code do convênio/ }).count()).toBe(25)
  const margin = { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' }
  const paper = (await page.pdf({ format: 'A4', margin })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(2)
  await page.goto(page.url().replace('/codes', '/statement'))
  await heading('Extrato do parceiro').waitFor()
  await page.getByText('Nenhum convênio foi concedido neste mês.').waitFor()
})

it('the desk validates a ticket with a reason, and undoes it', async () => {
  await openDesk(page, 10, 'partners')
  await heading('Parceiros').waitFor()
  expect(await page.getByRole('link', { name: 'Adicionar parceiro' }).count()).toBe(0)
  await openDesk(page, 2, 'partners')
  await addShop(context, 'Ótica Norte')
  await openDesk(page, 10, `tickets/${await parkedCar(130)}`)
  await page.getByRole('heading', { name: /^Como se chega/ }).waitFor()
  await chooseAction(page, 'Validar convênio')
  await dialog('Validar convênio').getByLabel('Benefício').selectOption('Ótica Norte: 2 h')
  await dialog('Validar convênio').getByLabel('Motivo').fill('Celular da loja sem bateria')
  await page.keyboard.press('Enter')
  await page
    .getByText(/Celular da loja sem bateria/)
    .first()
    .waitFor()
  await page.locator('header').getByText('R$ 1,00', { exact: true }).waitFor()
  await button('Desfazer Convênio Ótica Norte (2 h)').click()
  await dialog('Desfazer o convênio?').getByLabel('Motivo').fill('Loja errada')
  await page.keyboard.press('Enter')
  await page.getByText('Desfeito', { exact: true }).waitFor()
})
