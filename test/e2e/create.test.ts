import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { knownGuest } from './support/customer.ts'
import { fillLogin, newCustomer, signIn, stranger, type Person } from './support/people.ts'
import { fillAddress, openTicket, payWith } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'

let browser: Browser
let context: BrowserContext
let page: Page
const { open, heading } = onAPhone((fresh) => ({ browser, context, page } = fresh))

const advance = () => page.getByRole('button', { name: 'AVANÇAR' }).click()
const wish = () => page.getByLabel('Quero criar uma conta para futuros pagamentos.')

async function fillPerson(person: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Telefone').fill(person.phone)
  await page.getByLabel('CPF').fill(person.cpf)
}

async function fillSecrets(person: Person): Promise<void> {
  await page.getByLabel('Repita seu e-mail').fill(person.email)
  await page.getByLabel('Crie uma senha').fill(person.password)
}

async function fillHome(): Promise<void> {
  await page.getByLabel('CEP').fill('80010000')
  await page.getByLabel('Endereço', { exact: true }).fill('Rua XV de Novembro')
  await page.getByLabel('Número', { exact: true }).fill('100')
  await page.getByLabel('Bairro').fill('Centro')
  // Its first digits determine the city.
  await page.getByText('Preenchemos a cidade pelo CEP. Confira.').waitFor()
}

describe('account.create and account.address', () => {
  it('leads from the login to the menu, reports every invalid field, and keeps typed data over a reload', async () => {
    const person = stranger()
    await open('#/login/')
    await page.getByRole('link', { name: 'Criar conta' }).click()
    await heading('Criar conta').waitFor()
    await advance()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBe(6)
    await fillPerson(person)
    await page.getByLabel('Repita seu e-mail').fill('outro@exemplo.com.br')
    await page.getByLabel('Crie uma senha').fill('12345')
    await advance()
    await page.getByText('Preencha o e-mail exatamente igual ao campo anterior.').waitFor()
    await page.getByText('Digite uma senha com 6 digitos ou mais.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Nome completo').inputValue()).toBe(person.name)
    expect(await page.getByLabel('Crie uma senha').inputValue()).toBe('')
    await fillSecrets(person)
    await advance()
    await page.getByRole('button', { name: 'CRIAR CONTA' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('Ao clicar em “CRIAR CONTA”, você concorda')
    await fillHome()
    await page.getByRole('button', { name: 'CRIAR CONTA' }).click()
    await page.waitForURL(/#\/user\/menu$/)
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('account/address')
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).not.toContain(person.password)
  })

  it(
    'a taken e-mail and CPF: both warnings, both fields cleared, links to login and recovery',
    { tags: 'deep' },
    async () => {
      const person = await newCustomer()
      await open('#/account/create')
      await fillPerson(person)
      await fillSecrets(person)
      await advance()
      await page.getByText(`O e-mail ${person.email} já possui cadastro conosco...`).waitFor()
      await page.getByText(/^O CPF [\d.-]+ já possui cadastro conosco\.\.\.$/).waitFor()
      expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('')
      expect(await page.getByLabel('Repita seu e-mail').inputValue()).toBe('')
      expect(await page.getByLabel('CPF').inputValue()).toBe('')
      expect(await page.getByLabel('Nome completo').inputValue()).toBe(person.name)
      await page.getByRole('link', { name: 'Recuperar minha senha' }).click()
      await heading('Recuperar senha').waitFor()
      await page.goBack()
      const email = page.getByLabel('E-mail', { exact: true })
      await email.fill('outra@exemplo.com.br')
      await page.getByRole('link', { name: 'Entrar na minha conta' }).click()
      await heading('Entrar na sua conta').waitFor()
      await page.goBack()
      await page.getByText(`O e-mail ${person.email} já possui cadastro conosco...`).waitFor()
      expect(await email.inputValue()).toBe('outra@exemplo.com.br')
      await page.getByRole('button', { name: 'Voltar' }).click()
      await heading('Pague seu estacionamento').waitFor()
      await open('#/account/create')
      await heading('Criar conta').waitFor()
      expect(await page.getByText(/já possui cadastro/).count()).toBe(0)
      expect(await page.getByLabel('Nome completo').inputValue()).toBe('')
    },
  )

  it(
    'an e-mail and CPF taken while the address was typed: back to the data with the same warnings',
    { tags: 'deep' },
    async () => {
      const person = stranger()
      await open('#/account/create')
      await fillPerson(person)
      await fillSecrets(person)
      await advance()
      await page.getByRole('button', { name: 'CRIAR CONTA' }).waitFor()
      await newCustomer(person)
      await fillHome()
      await page.getByRole('button', { name: 'CRIAR CONTA' }).click()
      await page.getByText(`O e-mail ${person.email} já possui cadastro conosco...`).waitFor()
      expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('')
      expect(page.url()).toMatch(/#\/account\/create$/)
    },
  )
})

describe('in the ticket flow', () => {
  it('the ticked box creates the account once the terms are accepted, and the payment continues signed in', async () => {
    const person = stranger()
    await openTicket(page, await parkedCar(130))
    await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
    await heading('Preencha seus dados').waitFor()
    expect(await page.getByLabel('Crie uma senha').count()).toBe(0)
    await fillPerson(person)
    await wish().check({ force: true })
    await advance()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBe(2)
    await fillSecrets(person)
    await advance()
    await fillAddress(page)
    await heading('Política de privacidade e termos').waitFor()
    await page.getByText('Sua conta será criada agora').waitFor()
    await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
    await heading('Forma de pagamento').waitFor()
    await page.getByRole('button', { name: /CARTÃO DE CRÉDITO/ }).click()
    await page.getByLabel('Salvar cartão para futuros pagamentos.').waitFor({ state: 'attached' })
    await payWith(page, await printedCard('aprovado'))
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(/#\/user\/menu$/)
    const other = await newPhone(browser)
    await signIn(await other.newPage(), person)
    await expect.poll(() => other.pages()[0]?.url()).toMatch(/#\/user\/menu$/)
    await other.close()
  })

  it(
    'a box that was ticked but not sent promises no account on the terms screen',
    { tags: 'deep' },
    async () => {
      const code = await parkedCar(130)
      await knownGuest(context)
      await open(`#/ticket/account?ticket=${code}`)
      await heading('Preencha seus dados').waitFor()
      await wish().check({ force: true })
      await page.getByLabel('Crie uma senha').waitFor()
      await open(`#/ticket/privacyPolicyTerms?ticket=${code}`)
      await heading('Política de privacidade e termos').waitFor()
      expect(await page.getByText('Sua conta será criada agora').count()).toBe(0)
      await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
      await heading('Forma de pagamento').waitFor()
    },
  )

  it(
    'the unticked box requires no account data; a taken e-mail or CPF is reported here too',
    { tags: 'deep' },
    async () => {
      const person = await newCustomer()
      const code = await parkedCar(130)
      await openTicket(page, code)
      await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
      await fillPerson(person)
      await wish().check({ force: true })
      await fillSecrets(person)
      await advance()
      await page.getByText(`O e-mail ${person.email} já possui cadastro conosco...`).waitFor()
      await fillPerson(person)
      await wish().uncheck({ force: true })
      await advance()
      await heading('Preencha seus endereço').waitFor()
      await page.goBack()
      await wish().check({ force: true })
      await fillSecrets(person)
      await advance()
      const signingIn = page.getByRole('link', { name: 'Entrar na minha conta' })
      await signingIn.click()
      await heading('Entrar na sua conta').waitFor()
      await page.getByRole('button', { name: 'Voltar' }).click()
      await heading('Preencha seus dados').waitFor()
      await signingIn.click()
      await heading('Entrar na sua conta').waitFor()
      await fillLogin(page, person)
      await heading('Forma de pagamento').waitFor()
      expect(page.url()).toContain(code)
    },
  )

  it('a signed-in customer goes from the number straight to the payment type', { tags: 'deep' }, async () => {
    const code = await parkedCar(130)
    await signIn(page, await newCustomer(), '#/login/?to=ticket.read')
    await page.getByLabel('Número do ticket').fill(code)
    await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
    await heading('Forma de pagamento').waitFor()
    await open(`#/ticket/account?ticket=${code}`)
    await page.waitForURL(/paymentType/)
    await heading('Forma de pagamento').waitFor()
    expect(page.url()).toContain('paymentType')
  })
})
