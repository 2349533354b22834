import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { limits } from '#session/limits.ts'
import { fillLogin, humanClient, mailedRecovery, newCustomer, signIn, stranger } from './support/people.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectSound } from './support/sound.ts'
import { correct, fillData } from './support/steps.ts'
import { parkedCar } from './support/demo.ts'

let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading } = onAPhone((fresh) => ({ context, page } = fresh))

const enter = () => page.getByRole('button', { name: 'ENTRAR' })
const isFocused = (label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement)

describe('login', () => {
  it('the button waits for the human check; invalid fields show their own texts', async () => {
    const clear = (await portalProxy()).faults.inject('lost', /\/api\/session\/humanChallenge/)
    await openThroughProxy('#/login/')
    await heading('Entrar na sua conta').waitFor()
    expect(await enter().isDisabled()).toBe(true)
    // Before the check has ended: marked, and done when it has.
    await page.getByLabel('E-mail').press('Enter')
    clear()
    await page.getByText('Verificação de segurança concluída.').waitFor()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBe(2)
    await expect.poll(() => isFocused('E-mail')).toBe(true)
    await page.getByLabel('E-mail').fill('maria@')
    await page.getByText('Campo deve ser um e-mail válido.').waitFor()
  })

  it('leads to /home, and there to the menu; by keyboard alone', async () => {
    const person = await newCustomer()
    await open('#/login/')
    await page.getByText('Verificação de segurança concluída.').waitFor()
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.getByRole('button', { name: /Mostrar/ }).count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/user\/menu$/)
  })

  it.each([
    [
      JSON.stringify({ name: 'ticket.read', query: { ticket: '0000000000000' } }),
      /#\/ticket\/read\?ticket=0000000000000$/,
    ],
    ['//evil.example', /#\/user\/menu$/],
  ])('continues to %s only if it names a screen of the portal', async (to, expected) => {
    await signIn(page, await newCustomer(), `#/login/?to=${encodeURIComponent(to)}`)
    await expect.poll(() => page.url()).toMatch(expected)
  })

  it(
    'the welcome screen’s link signs in and looks tickets up; a signed-in customer skips the login',
    { tags: 'deep' },
    async () => {
      const person = await newCustomer()
      await open('#/ticket/')
      await page.getByRole('link', { name: 'Pagar ticket com minha conta' }).click()
      await fillLogin(page, person)
      await heading('Buscar ticket').waitFor()
      await open('#/ticket/')
      await page.getByRole('link', { name: 'Pagar ticket com minha conta' }).click()
      await heading('Buscar ticket').waitFor()
      expect(page.url()).toMatch(/#\/ticket\/read$/)
    },
  )

  it(
    'data that a guest typed in this tab are not shown to the person who signs in',
    { tags: 'deep' },
    async () => {
      const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
      await open('#/account/create')
      await page.getByLabel('Nome completo').fill('Quem estava aqui antes')
      await expect.poll(kept).toContain('Quem estava aqui antes')
      const person = await newCustomer()
      await open('#/login/')
      await heading('Entrar na sua conta').waitFor()
      await fillLogin(page, person)
      await page.waitForURL(/#\/user\/menu$/)
      expect(await kept()).not.toContain('Quem estava aqui antes')
    },
  )

  it('a refusal is shown at its field, restarts the human check and focuses the password', async () => {
    const person = await newCustomer()
    await signIn(page, { ...person, password: 'outra-senha' })
    await page.getByText('E-mail ou senha inválidos.').waitFor()
    await expect.poll(() => isFocused('Senha')).toBe(true)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email)
    await page.getByText('Verificação de segurança concluída.').waitFor()
    await correct(page.getByLabel('Senha', { exact: true }), person.password)
    await enter().click()
    await page.waitForURL(/#\/user\/menu$/)
  })

  it('too many attempts: the text names the waiting time', { tags: 'deep' }, async () => {
    const somebody = stranger()
    const username = somebody.email
    for (let tries = 0; tries < limits.login.max; tries += 1) {
      const { status } = await (await humanClient()).post('/auth/login', { username, password: 'errada' })
      expect(status).toBe(422)
    }
    await signIn(page, somebody)
    await page.getByText('Muitas tentativas. Tente novamente em 15 minutos.').waitFor()
  })

  it('offline: the button shows why, and typed data stay', async () => {
    await open('#/login/')
    await page.getByText('Verificação de segurança concluída.').waitFor()
    await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
    await context.setOffline(true)
    await expect.poll(() => enter().isDisabled()).toBe(true)
    await context.setOffline(false)
    await expect.poll(() => enter().isEnabled()).toBe(true)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('maria@exemplo.com.br')
  })

  it('the password can be shown', async () => {
    await open('#/login/')
    await page.getByLabel('Senha', { exact: true }).fill('segredo1')
    await page.getByRole('button', { name: 'Mostrar a senha' }).click()
    expect(await page.getByLabel('Senha', { exact: true }).getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Ocultar a senha' }).click()
    expect(await page.getByLabel('Senha', { exact: true }).getAttribute('type')).toBe('password')
  })
})

describe('logout', () => {
  it('a failed logout offers a retry, then leads to the site root signed out', { tags: 'deep' }, async () => {
    await openThroughProxy('#/login/?to=ticket.read')
    await fillLogin(page, await newCustomer())
    await heading('Buscar ticket').waitFor()
    const { faults } = await portalProxy()
    const clear = faults.inject('busy', /\/auth\/logoutApi/)
    // As the history has it after a logout by name: the path is the login's.
    await page.evaluate(() => {
      localStorage.setItem('guiche.remembered', '{}')
      history.pushState({ route: 'logout' }, '', '#/login/')
    })
    await page.reload()
    await heading('Não foi possível sair').waitFor()
    // Leaving an account also forgets the device.
    expect(await page.evaluate(() => localStorage.getItem('guiche.remembered'))).toBeNull()
    await expectSound(page)
    clear()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.waitForURL(/#\/ticket\/$/)
    await openThroughProxy('#/user/menu')
    await page.getByText('Usuário não logado...').waitFor()
    await page.waitForURL(/#\/ticket\/$/)
    // A guest has nothing to sign out of: without a connection they may retry or leave, and the server forgets later.
    await openThroughProxy('#/ticket/read')
    await heading('Buscar ticket').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Voltar' }).click()
    await heading('Não foi possível sair').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await heading('Não foi possível sair').waitFor()
    await page.getByRole('link', { name: 'IR PARA O INÍCIO' }).click()
    await heading('Pague seu estacionamento').waitFor()
    // The connection is lost once more: the pending logout is done the next time, once.
    const lost = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/auth/session/clear'),
    )
    const comesBack = faults.inject('lost', /\/auth\/session\/clear/)
    await context.setOffline(false)
    await lost
    comesBack()
    const forgotten = page.waitForResponse('**/auth/session/clear')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    expect((await forgotten).ok()).toBe(true)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('guiche.owed'))).toBeNull()
  })

  it(
    'data of a guest whose clearing failed are cleared before the next guest’s first call, and not later',
    { tags: 'deep' },
    async () => {
      await openThroughProxy('#/ticket/read')
      await heading('Buscar ticket').waitFor()
      const { faults } = await portalProxy()
      const clear = faults.inject('busy', /\/auth\/(session\/clear|logoutApi)/)
      await page.getByRole('button', { name: 'Voltar' }).click()
      await heading('Não foi possível sair').waitFor()
      await page.getByRole('link', { name: 'IR PARA O INÍCIO' }).click()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
      })
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill(await parkedCar(130))
      await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
      await page.getByText('Serviço indisponível no momento.').first().waitFor()
      expect(sent.filter((path) => !path.endsWith('/session/clear'))).toEqual([])
      clear()
      await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
      await heading('Verifique o valor').waitFor()
      await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
      await fillData(page)
      await heading('Preencha seus endereço').waitFor()
      const cleared = sent.lastIndexOf('/auth/session/clear')
      expect(cleared).toBeGreaterThanOrEqual(0)
      expect(cleared).toBeLessThan(sent.indexOf('/api/tk_ticket/read'))
    },
  )
})

describe('recovery', () => {
  it('mails a link that sets a new password once', async () => {
    const person = await newCustomer()
    await open('#/login/')
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await heading('Recuperar senha').waitFor()
    await page.getByText('Verificação de segurança concluída.').waitFor()
    await page.getByRole('button', { name: 'ENVIAR INSTRUÇÕES' }).click()
    await page.getByText('Campo obrigatório.').waitFor()
    await correct(page.getByLabel('E-mail'), person.email)
    await page.getByRole('button', { name: 'ENVIAR INSTRUÇÕES' }).click()
    await page.getByText('As instruções para recuperar sua senha foram enviadas para seu e-mail.').waitFor()

    const link = await mailedRecovery(person)
    await open(link)
    await heading('Criar nova senha').waitFor()
    expect(await page.locator('form input[autocomplete=username]').inputValue()).toBe(person.email)
    await page.getByLabel('Nova senha').fill('12345')
    await page.getByRole('button', { name: 'SALVAR NOVA SENHA' }).click()
    await page.getByText('A senha deve ter entre 6 e 32 caracteres.').waitFor()
    await correct(page.getByLabel('Nova senha'), 'nova-senha')
    await page.getByRole('button', { name: 'SALVAR NOVA SENHA' }).click()
    await page.getByText('Senha alterada com sucesso!').waitFor()
    await heading('Entrar na sua conta').waitFor()
    await fillLogin(page, { ...person, password: 'nova-senha' })
    await page.waitForURL(/#\/user\/menu$/)

    await open(link)
    await page.getByLabel('Nova senha').fill('mais-uma')
    await page.getByRole('button', { name: 'SALVAR NOVA SENHA' }).click()
    await page.getByText(/Este link de recuperação não é válido/).waitFor()
    await page.getByRole('link', { name: 'PEDIR UM NOVO LINK' }).click()
    await heading('Recuperar senha').waitFor()
  })
})
