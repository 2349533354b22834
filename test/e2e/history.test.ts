import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '#test/support/process.ts'
import { newPhone } from './support/browser.ts'
import { openedPayment, signedInCustomer, paidTicket, type Customer } from './support/customer.ts'
import { correct, goToCard, payWith, pressTwice } from './support/steps.ts'
import { mailsAbout, parkedCar, printedCard } from './support/demo.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'

let browser: Browser
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ browser, context, page } = fresh))

const grouped = (code: string) => code.replace(/^(.{4})(.{4})(.{5})$/, '$1 $2 $3')

describe('the payments of a signed-in customer', () => {
  let ana: Customer
  beforeEach(async () => {
    ana = await signedInCustomer(context)
  })

  it('an empty list shows a text and a link to paying', async () => {
    await open('#/user/payments')
    await page.getByRole('heading', { name: 'Você ainda não fez pagamentos' }).waitFor()
    expect(await page.getByRole('search').count()).toBe(0)
    await page.getByRole('link', { name: 'Pagar um ticket' }).click()
    await heading('Buscar ticket').waitFor()
  })

  it('are listed and found by ticket; the receipt opens and is mailed again', async () => {
    const first = await paidTicket(context)
    const second = await paidTicket(context, { card: '5200000000000031' })
    await open('#/user/menu')
    await page.getByRole('link', { name: /Meus pagamentos/ }).click()
    await page.getByText('Exibindo 1-2 de 2 registros(s).').waitFor()
    const rows = page.getByRole('list', { name: 'Pagamentos' }).getByRole('listitem')
    expect(await rows.first().innerText()).toContain(grouped(second.code))
    expect(await rows.first().innerText()).toMatch(/R\$ 7,00[\s\S]+Pago/)

    await page.getByLabel('Número do ticket').fill(first.code)
    await button('Buscar').click()
    await page.getByText('Exibindo 1-1 de 1 registros(s).').waitFor()
    await rows.getByText(grouped(first.code)).waitFor()
    await page.getByLabel('Número do ticket').fill('0000000000000')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nenhum pagamento encontrado' }).waitFor()
    await page.goBack()
    await rows.getByText(grouped(first.code)).waitFor()
    expect(await page.getByLabel('Número do ticket').inputValue()).toBe(first.code)

    await rows.getByRole('link').click()
    await heading('Recibo').waitFor()
    const receipt = page.getByRole('article', { name: `Ticket ${grouped(first.code)}` })
    await receipt.getByText('Visa final 0010').waitFor()
    await receipt.getByText('Primeiras 2 h').waitFor()
    await receipt.getByText(ana.name).waitFor()
    await pressTwice(button('ENVIAR POR E-MAIL'))
    await page.getByText('O recibo foi enviado para o seu e-mail.').waitFor()
    const mails = async () => (await mailsAbout(first.code)).filter(({ to }) => to.includes(ana.email))
    await until('the copy', async () => (await mails()).length === 2)
    await page.getByRole('button', { name: 'Voltar' }).click()
    await heading('Meus pagamentos').waitFor()
  })

  it(
    'the brand’s mark stands on a saved card, on the receipt, and beside the number as it is typed',
    { tags: 'deep' },
    async () => {
      const mark = page.locator('svg[viewBox="0 0 36 24"]')
      const { token } = await paidTicket(context, { save: true })
      await open('#/user/personPayMethod')
      await page.getByRole('listitem').filter({ hasText: 'final 0010' }).locator(mark).waitFor()
      await open(`#/user/payments/${token}`)
      await page.getByRole('article').locator(mark).waitFor()
      await open(`#/payment/${await openedPayment(context, await parkedCar(130))}/creditDebitCard`)
      const number = page.getByLabel('Número do Cartão')
      await number.fill('520000')
      await page.getByText('Mastercard').waitFor()
      expect(await mark.count()).toBe(1)
      expect(await mark.getAttribute('aria-hidden')).toBe('true')
      await number.fill('5200')
      await expect.poll(() => mark.count()).toBe(0)
    },
  )

  it(
    'another person’s receipt is not found, and too many copies are refused with the waiting time',
    { tags: 'deep' },
    async () => {
      const other = await newPhone(browser)
      await signedInCustomer(other, 'Bia Souza')
      const foreign = await paidTicket(other)
      await other.close()
      await open(`#/user/payments/${foreign.token}`)
      await page.getByRole('heading', { name: 'Recibo não encontrado' }).waitFor()
      const { token } = await paidTicket(context)
      await open(`#/user/payments/${token}`)
      for (let sent = 0; sent < 5; sent += 1) {
        const answered = page.waitForResponse((reply) => reply.url().endsWith('/receipt'))
        await button('ENVIAR POR E-MAIL').click()
        await answered
      }
      await button('ENVIAR POR E-MAIL').click()
      await page.getByText(/Tente novamente em \d+ minutos?\./).waitFor()
    },
  )

  it('a list that cannot be loaded shows the reason', { tags: 'deep' }, async () => {
    const clear = (await portalProxy()).faults.inject('broken', /\/api\/me\/pm_transaction\?/)
    await openThroughProxy('#/user/payments')
    await page.getByText('Não foi possível carregar seus pagamentos').waitFor()
    clear()
    await button('Tentar novamente').click()
    await page.getByRole('heading', { name: 'Você ainda não fez pagamentos' }).waitFor()
  })
})

describe('a guest', () => {
  it('has the receipt mailed again, and reads the same if there is none', { tags: 'deep' }, async () => {
    const code = await parkedCar(130)
    await goToCard(page, code)
    await payWith(page, await printedCard('aprovado'))
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await until('the receipt', async () => (await mailsAbout(code)).length === 1)
    await page.getByRole('link', { name: 'Não recebeu o recibo?' }).click()
    await heading('Reenviar recibo').waitFor()
    expect(await page.getByLabel('Número do ticket').inputValue()).toBe(code)
    await button('REENVIAR RECIBO').click()
    await page.getByText('Campo obrigatório.').waitFor()
    await correct(page.getByLabel('E-mail'), 'maria@exemplo.com.br')
    await pressTwice(button('REENVIAR RECIBO'))
    const same = 'Se houver um pagamento deste ticket com este e-mail, o recibo chegará em alguns minutos.'
    await page.getByText(same).waitFor()
    await until('the copy', async () => (await mailsAbout(code)).length === 2)

    await button('Pedir de novo').click()
    await page.getByLabel('Número do ticket').fill('1111111111111')
    await button('REENVIAR RECIBO').click()
    await page.getByText(same).waitFor()
  })

  it('reaches the form from the ticket search, and an invalid number is reported at its field', async () => {
    await open('#/ticket/read')
    await page.getByRole('link', { name: 'Reenviar um recibo' }).click()
    await heading('Reenviar recibo').waitFor()
    await page.getByLabel('Número do ticket').fill('123')
    await page.getByLabel('E-mail').fill('maria@')
    await button('REENVIAR RECIBO').click()
    await page.getByText('O número do ticket deve ter 13 dígitos.').waitFor()
    await page.getByText('Campo deve ser um e-mail válido.').waitFor()
    await page.getByRole('button', { name: 'Voltar' }).click()
    await heading('Buscar ticket').waitFor()
  })
})
