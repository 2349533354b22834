import { text } from 'node:stream/consumers'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { newPhone } from './support/browser.ts'
import { callAs, oneCustomer, signedInCustomer, paidTicket, type Customer } from './support/customer.ts'
import { chooseCity, correct, pressTwice } from './support/steps.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectSound } from './support/sound.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let ana: Customer
const { open, openThroughProxy, heading } = onAPhone((fresh) => ({ browser, context, page } = fresh))
const somebodyNew = () =>
  beforeEach(async () => {
    ana = await signedInCustomer(context)
  })

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the menu of a signed-in customer', () => {
  somebodyNew()

  it('greets by nickname, links to what is available, and is the target of /home', async () => {
    await open('#/home')
    await heading('Olá, Ana!').waitFor()
    expect(page.url()).toContain('#/user/menu')
    await page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }).waitFor()
    const lines = page.getByRole('navigation', { name: 'Minha conta' }).getByRole('listitem')
    // Reservations are known shortly after the session.
    await expect
      .poll(() => lines.locator('strong').allInnerTexts())
      .toEqual([
        'Pagar ticket avulso',
        'Reservar uma vaga',
        'Ver vagas',
        'Meus pagamentos',
        'Alterar meus dados',
      ])
    await page.getByRole('button', { name: 'Ver vagas' }).click()
    await page.getByRole('heading', { name: 'Garagem Centro' }).waitFor()
    await page.keyboard.press('Escape')
    await button('Sair').click()
    await page.waitForURL(/#\/ticket\/$/)
  })

  it(
    'leads by keyboard to every screen of the own data, and Back and Forward work between them',
    { tags: 'deep' },
    async () => {
      await open('#/user/menu')
      await heading('Olá, Ana!').waitFor()
      await press('Alterar meus dados')
      await heading('Meus dados').waitFor()
      const screens = [
        ['Alterar minha conta', 'Alterar minha conta'],
        ['Alterar meu endereço', 'Alterar meu endereço'],
        ['Alterar meus cartões salvos', 'Meus cartões'],
        ['Alterar meus veículos', 'Meus veículos'],
        ['Privacidade e meus dados', 'Privacidade e meus dados'],
      ] as const
      for (const [link, title] of screens) {
        await press(link)
        await heading(title).waitFor()
        await expect
          .poll(() => heading(title).evaluate((element) => element === document.activeElement))
          .toBe(true)
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Enter')
        await heading('Meus dados').waitFor()
      }
      await page.goBack()
      await heading('Privacidade e meus dados').waitFor()
      await page.goForward()
      await heading('Meus dados').waitFor()
      await button('Voltar').click()
      await heading('Olá, Ana!').waitFor()
    },
  )
})

describe('the own account', () => {
  somebodyNew()

  it('shows stored data, reports invalid fields, and greets by the new name', async () => {
    await open('#/user/edit')
    await showsValue('Nome completo', ana.name)
    expect(await page.getByLabel('Telefone').inputValue()).toBe('(41) 99876-5432')
    await page.getByText('Informações adicionais').click()
    await page.getByText('Criado em').waitFor()
    await page.getByText('Modificado em').waitFor()
    await expect.poll(() => page.getByText(/^(agora|há \d+ minutos?)$/).count()).toBe(2)
    await page.getByLabel('E-mail').fill('ana@')
    await page.getByLabel('CPF').fill('11111111111')
    await button('SALVAR').click()
    await page.getByText('Campo deve ser um e-mail válido.').waitFor()
    await page.getByText('Digite um CPF válido.').waitFor()
    await correct(page.getByLabel('E-mail'), ana.email)
    await correct(page.getByLabel('CPF'), ana.cpfcnpj)
    await page.getByLabel('Nome completo').fill('Beatriz Lima')
    await button('SALVAR').click()
    await page.getByText('Dados alterados com sucesso!').waitFor()
    await heading('Meus dados').waitFor()
    await button('Voltar').click()
    await heading('Olá, Beatriz!').waitFor()
  })

  it('changes the password only with the right one', { tags: 'deep' }, async () => {
    await open('#/user/edit')
    await page.getByText('Quero alterar minha senha').click()
    await button('SALVAR').click()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBe(2)
    await page.getByLabel('Senha atual').fill('errada')
    await page.getByLabel('Nova senha').fill('123')
    await button('SALVAR').click()
    await page.getByText('Digite uma senha com 6 digitos ou mais.').waitFor()
    await correct(page.getByLabel('Nova senha'), 'novo-segredo')
    await button('SALVAR').click()
    await page.getByText('Senha atual incorreta.').waitFor()
    expect(await page.getByLabel('Nova senha').inputValue()).toBe('novo-segredo')
    await correct(page.getByLabel('Senha atual'), ana.password)
    await pressTwice(button('SALVAR'))
    await page.getByText('Senha alterada com sucesso!').waitFor()
    const data = { username: ana.email, password: 'novo-segredo' }
    expect(at(await callAs(context, '/auth/login', { data }), 'logged')).toBe(true)
  })

  it(
    'another person’s e-mail or CPF is reported once the password is given, and the screen stays',
    { tags: 'deep' },
    async () => {
      const other = await newPhone(browser)
      const bia = await signedInCustomer(other, 'Bia Souza')
      await other.close()
      await open('#/user/edit')
      await showsValue('E-mail', ana.email)
      await page.getByLabel('E-mail').fill(bia.email)
      await page.getByLabel('CPF').fill(bia.cpfcnpj)
      await page.getByText('Necessária para mudar o e-mail ou o CPF.').waitFor()
      await button('SALVAR').click()
      await page.getByText('Campo obrigatório.').waitFor()
      expect(await page.getByText('já possui cadastro conosco').count()).toBe(0)
      await correct(page.getByLabel('Senha atual'), ana.password)
      await button('SALVAR').click()
      await page.getByText(`O e-mail ${bia.email} já possui cadastro conosco.`).first().waitFor()
      await expect.poll(() => page.getByText(/O CPF .* já possui cadastro conosco\./).count()).toBe(1)
      await heading('Alterar minha conta').waitFor()
    },
  )
})

describe('the own address', () => {
  somebodyNew()

  it('is shown, validated and changed', async () => {
    await open('#/user/person/edit')
    await showsValue('CEP', '80010-000')
    await page.getByLabel('Bairro').fill('')
    await button('SALVAR').click()
    await page.getByText('Campo obrigatório.').waitFor()
    await correct(page.getByLabel('Bairro'), 'Batel')
    await chooseCity(page, 'sao jose dos pinhais', 'São José dos Pinhais - PR')
    await button('SALVAR').click()
    await page.getByText('Endereço alterado com sucesso!').waitFor()
    await heading('Meus dados').waitFor()
    const stored = at(await callAs(context, '/api/me/gl_person'), 'entity')
    expect(stored).toMatchObject({
      address_neighborhood: 'Batel',
      gl_city_id: { text: 'São José dos Pinhais - PR' },
    })
  })

  it(
    'a refusal of the server is shown at its field; a rate limit shows the waiting time',
    { tags: 'deep' },
    async () => {
      await openThroughProxy('#/user/person/edit')
      await showsValue('CEP', '80010-000')
      const message = 'Texto longo demais.'
      const refusal = { status: 422, code: 'invalid', message, errors: { address_number: [message] } }
      let isRefusing = true
      await page.route('**/api/me/gl_person', (route) =>
        isRefusing ? route.fulfill({ status: 422, json: refusal }) : route.continue(),
      )
      await button('SALVAR').click()
      await page.getByText(message).waitFor()
      expect(await page.getByLabel('Número', { exact: true }).getAttribute('aria-invalid')).toBe('true')
      isRefusing = false
      ;(await portalProxy()).faults.inject('busy', /\/api\/me\/gl_person$/)
      await page.getByLabel('Número', { exact: true }).fill('200')
      await button('SALVAR').click()
      await page.getByText('Tente novamente em 30 segundos.').waitFor()
    },
  )
})

describe('the own vehicles', () => {
  somebodyNew()

  it('are added, validated, and deleted after a confirmation', async () => {
    await open('#/user/vehicles')
    await page.getByRole('heading', { name: 'Nenhum veículo cadastrado' }).waitFor()
    await page.getByLabel('Nome do veículo').fill('Gol prata')
    await page.getByLabel('Placa').fill('AB-12')
    await button('Adicionar').click()
    await page.getByText('Digite uma placa válida, como ABC1D23 ou ABC-1234.').waitFor()
    await correct(page.getByLabel('Placa'), 'abc 1234')
    await pressTwice(button('Adicionar'))
    const rows = page.getByRole('list', { name: 'Veículos' }).getByRole('listitem')
    await rows.getByText('ABC-1234').waitFor()
    expect(await rows.count()).toBe(1)
    expect(await page.getByLabel('Placa').inputValue()).toBe('')
    await button('Excluir veículo Gol prata').click()
    const question = page.getByRole('alertdialog', { name: 'Excluir registro?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await rows.count()).toBe(1)
    await button('Excluir veículo Gol prata').click()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('heading', { name: 'Nenhum veículo cadastrado' }).waitFor()
  })
})

describe('when data cannot be loaded', () => {
  oneCustomer(() => context)

  it.each([
    ['#/user/edit', /api\/me\/gl_user\/edit/, 'Nome completo'],
    ['#/user/myData', /api\/me\/data/, null],
  ])('%s shows the reason, and can be retried', { tags: 'deep' }, async (hash, call, label) => {
    const clear = (await portalProxy()).faults.inject('busy', call)
    await openThroughProxy(hash)
    await page.getByText(/Não foi possível carregar seu/).waitFor()
    await page.getByText('Serviço indisponível no momento. Tente novamente em 30 segundos.').waitFor()
    clear()
    await button('Tentar novamente').click()
    await (label === null ? page.getByText('O que está guardado') : page.getByLabel(label)).first().waitFor()
  })

  it('offline, the screen waits and loads by itself once online', { tags: 'deep' }, async () => {
    await openThroughProxy('#/user/menu')
    await heading('Olá, Ana!').waitFor()
    const clear = (await portalProxy()).faults.inject('lost', /api\/me\/data/)
    await page.evaluate(() => location.assign('#/user/myData'))
    await page.getByText('Não foi possível carregar seus dados').waitFor()
    await context.setOffline(true)
    clear()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'O que está guardado' }).waitFor()
  })
})

it('a guest is asked to sign in', { tags: 'deep' }, async () => {
  await signedInCustomer(context)
  await openThroughProxy('#/user/menu')
  await page.getByText('Reservar uma vaga').waitFor()
  // Logged out meanwhile, as from another window, without a notification to this one.
  await callAs(context, '/auth/logoutApi')
  ;(await portalProxy()).faults.inject('late', /\/api\/session\/web$/)
  await page.evaluate(() => location.assign('#/user/myData'))
  const link = page.getByRole('link', { name: 'ENTRAR' })
  expect(await link.getAttribute('href')).toContain('user.myData')
  await expectSound(page)
})

describe('my data', () => {
  somebodyNew()

  it(
    'shows and exports all data, revokes a consent, and erases the account after naming what is kept',
    { tags: 'deep' },
    async () => {
      await paidTicket(context, { save: true })
      await open('#/user/myData')
      await page.getByText(ana.email).waitFor()
      await page.getByText('Visa final 0010').waitFor()
      const coming = page.waitForEvent('download')
      await button('Exportar meus dados').click()
      const file = await coming
      expect(file.suggestedFilename()).toMatch(/^meus-dados-\d{4}-\d{2}-\d{2}\.json$/)
      const saved: unknown = JSON.parse(await text(await file.createReadStream()))
      expect(at(saved, 'account.email')).toBe(ana.email)
      expect(at(saved, 'payments')).toHaveLength(1)

      await page.getByRole('button', { name: /^Revogar: / }).click()
      await page.getByRole('alertdialog', { name: 'Revogar este consentimento?' }).waitFor()
      await button('Revogar').click()
      await page.getByText(/^Revogado em/).waitFor()
      await expect.poll(() => page.getByText('Visa final 0010').count()).toBe(0)

      await button('Excluir minha conta').click()
      const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' })
      await dialog.getByText('Pagamentos e recibos: 1').waitFor()
      await dialog.getByLabel('Sua senha').fill('errada')
      await dialog.getByLabel('Digite EXCLUIR para confirmar').fill('apagar')
      await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
      await dialog.getByText('Digite EXCLUIR para confirmar.', { exact: true }).waitFor()
      await correct(dialog.getByLabel('Digite EXCLUIR para confirmar'), 'excluir')
      await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
      await dialog.getByText(/Senha.*incorreta/).waitFor()
      await correct(dialog.getByLabel('Sua senha'), ana.password)
      await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
      await page.getByText('Sua conta foi excluída.').waitFor()
      await page.getByText('Pagamentos e recibos: 1').waitFor()
      await expectSound(page)
      await button('IR PARA O INÍCIO').click()
      await heading('Pague seu estacionamento').waitFor()
    },
  )
})

async function showsValue(label: string, value: string): Promise<void> {
  await page.getByLabel(label).waitFor()
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value)
}

/** Reaches a link or a button by Tab and presses Enter. */
async function press(name: string): Promise<void> {
  const control = page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
  await control.waitFor()
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement))
      return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${name}`)
}
