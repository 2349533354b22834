import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { must } from '#test/support/flow.ts'
import { callAs, logOutElsewhere, proveHuman, signedInCustomer } from './support/customer.ts'
import { newCustomer, signIn, signInElsewhere } from './support/people.ts'
import { newPhone } from './support/browser.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { type Fresh, onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { parkedCar } from './support/demo.ts'

let context: BrowserContext
let page: Page
const take = (fresh: Fresh) => ({ context, page } = fresh)
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

const sessionUrl = '**/api/session/web'
const expired = 'Sessão expirada! Aguarde, você será redirecionado...'

/** Signed in on the menu, with a controlled clock in the page. */
async function atTheMenu(open: (hash: string) => Promise<unknown>): Promise<void> {
  await signedInCustomer(context)
  await page.clock.install()
  const known = page.waitForResponse(sessionUrl)
  await open('#/user/menu')
  await page.waitForSelector('html[data-ready]')
  await page.getByText('Reservar uma vaga').waitFor()
  // The session check starts last: the menu may appear before.
  await known
}

/**
 * Advances the clock to the next check of the session. In one step, because each frame of five minutes takes a loaded
 * machine long; and once more if the page had not started its check yet.
 */
async function checked(): Promise<void> {
  const isAsked = async () => {
    const asked = page.waitForRequest(sessionUrl, { timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    await page.clock.fastForward(300_000)
    return asked
  }
  await expect.poll(isAsked).toBe(true)
}

/** Advances the clock by half seconds until the count is reached, because an answer needs real time. */
async function passUntil(count: () => Promise<number>, wanted: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(500)
      return count()
    })
    .toBe(wanted)
}

async function leavesAfter(text: string): Promise<void> {
  await page.getByText(text).waitFor()
  await page.clock.runFor(3_100)
  await heading('Pague seu estacionamento').waitFor()
}

describe('the session check', () => {
  // The clock is frozen, and a phone's clock cannot be released.
  const { open, openThroughProxy } = onAPhone(take, newPhone)

  it('runs every 300 s while signed in', async () => {
    await atTheMenu(open)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/session/web')) asked += 1
    })
    await page.clock.fastForward(270_000)
    expect(asked).toBe(0)
    await page.clock.runFor(30_000)
    await expect.poll(() => asked).toBe(1)
  })

  it('runs when the page becomes visible, but only after more than 300 s', async () => {
    await page.clock.install()
    const first = page.waitForResponse(sessionUrl)
    await open('#/contact')
    await first
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/session/web')) asked += 1
    })
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.clock.fastForward(290_000)
    await look()
    expect(asked).toBe(0)
    await page.clock.fastForward(11_000)
    await look()
    await expect.poll(() => asked).toBe(1)
  })

  it('with status 400 shows a notice and leads to the root after 3 s', async () => {
    await atTheMenu(open)
    await logOutElsewhere(context)
    await checked()
    // axe would take longer than the 3 s on a busy machine; errors.test.ts checks danger notices.
    await leavesAfter(expired)
    expect(page.url()).not.toContain('user/menu')
  })

  it(
    'with a failing server keeps the person on the screen and is retried; an expired login on a public screen continues as a guest',
    { tags: 'deep' },
    async () => {
      await atTheMenu(openThroughProxy)
      const clear = (await portalProxy()).faults.inject('busy', /\/api\/session\/web/)
      await checked()
      const fault = page.getByText('Sem conexão com o portal.', { exact: true })
      await passUntil(() => fault.count(), 1)
      await page.clock.runFor(3_500)
      expect(page.url()).toMatch(/#\/user\/menu$/)
      clear()
      await passUntil(() => fault.count(), 0)
      expect(await page.getByText(/Sessão expirada/).count()).toBe(0)
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill('000123')
      await logOutElsewhere(context)
      await checked()
      await page.getByText('Sessão expirada.', { exact: true }).waitFor()
      await page.clock.runFor(4_000)
      expect(page.url()).toMatch(/#\/ticket\/read$/)
      expect(await page.getByLabel('Número do ticket').inputValue()).toBe('000123')
    },
  )

  it('with another user’s login shows its own text and leads to the root', { tags: 'deep' }, async () => {
    await atTheMenu(open)
    // In a context that shares only the cookies, so that this page is not notified.
    const { email: username, password } = await newCustomer()
    await proveHuman(context)
    await callAs(context, '/auth/login', { data: { username, password } })
    await checked()
    await leavesAfter('Sessão expirada! Você será redirecionado, aguarde...')
    expect(page.url()).not.toContain('user/menu')
  })

  it(
    'without an answer shows only the banner, and the person stays signed in',
    { tags: 'deep' },
    async () => {
      await atTheMenu(openThroughProxy)
      ;(await portalProxy()).faults.inject('lost', /\/api\/session\/web/)
      await checked()
      await page
        .getByText(/Sem conexão/)
        .first()
        .waitFor()
      // Within the 3 s, because the notice comes before the redirect.
      await page.clock.runFor(2_000)
      expect(await page.getByText(/Sessão expirada/).count()).toBe(0)
      await page.clock.runFor(2_000)
      expect(page.url()).toMatch(/#\/user\/menu$/)
    },
  )

  it('finds that a password change on another device ended the login', async () => {
    const person = await newCustomer()
    await page.clock.install()
    await signIn(page, person)
    await page.waitForURL(/#\/user\/menu$/)
    const elsewhere = await signInElsewhere(person)
    const me = must(await elsewhere.get('/api/me/gl_user/edit')).body
    const entity: unknown = typeof me === 'object' && me !== null ? Reflect.get(me, 'entity') : null
    if (typeof entity !== 'object' || entity === null) throw new Error('no account')
    const id = String(Reflect.get(entity, 'id'))
    const change = { changePassword: true, password: person.password, password_new: 'outra-senha' }
    const { name, email, phone, cpf: cpfcnpj } = person
    must(
      await elsewhere.send('PUT', `/api/me/gl_user/${id}`, {
        body: { name, email, phone, cpfcnpj, ...change },
      }),
    )
    await checked()
    await leavesAfter(expired)
    expect(page.url()).not.toContain('user/menu')
  })
})

describe('login and logout across pages and tabs', () => {
  const { open } = onAPhone(take)

  it.each(['#/user/edit', '#/home'])(
    'a guest at %s is redirected to the start with a notice',
    async (hash) => {
      await open(hash)
      await page.getByText('Usuário não logado...').waitFor()
      await heading('Pague seu estacionamento').waitFor()
      expect(page.url()).toMatch(/#\/ticket\/$/)
    },
  )

  it('a reload and the back button keep the login', { tags: 'deep' }, async () => {
    await signIn(page, await newCustomer())
    await page.waitForURL(/#\/user\/menu$/)
    await page.reload()
    await page.waitForURL(/#\/user\/menu$/)
    await open('#/contact')
    await page.goBack()
    await expect.poll(() => page.url()).toMatch(/#\/user\/menu$/)
    expect(await page.getByText('Usuário não logado...').count()).toBe(0)
  })

  it('logout and login in one tab take effect in the other', async () => {
    const person = await newCustomer()
    await signIn(page, person)
    await page.waitForURL(/#\/user\/menu$/)
    const other = await context.newPage()
    await other.goto(`${portalUrl()}/#/user/menu`)
    await other.getByRole('heading', { name: /^Olá/ }).waitFor()
    // It is shown for three seconds: a prior check may miss it.
    const shown = other.getByText('Usuário não logado...').waitFor()
    await page.evaluate(() => history.pushState({ route: 'logout' }, '', '#/login/'))
    await page.reload()
    await page.waitForURL(/#\/ticket\/$/)
    await shown
    await other.goto(`${portalUrl()}/#/login/?to=ticket.read`)
    await other.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor()
    await signIn(page, person)
    await other.waitForURL(/#\/ticket\/read$/)
    expect(other.url()).toMatch(/#\/ticket\/read$/)
  })
})

describe('on a phone whose scripts have not loaded yet', () => {
  const { openThroughProxy } = onAPhone(take, newPhone)

  it(
    'the session script fails to load: the guest flow continues without it, and it is loaded again later',
    { tags: 'deep' },
    async () => {
      await signedInCustomer(context)
      const { faults } = await portalProxy()
      const clear = faults.inject('busy', /assets\/deferred-/)
      await openThroughProxy(`#/ticket/value?ticket=${await parkedCar(130)}`)
      const on = page.getByRole('button', { name: 'IR PARA PAGAMENTO' })
      await on.click()
      // As a guest continues while the session is unknown.
      await heading('Preencha seus dados').waitFor()
      clear()
      await page.goBack()
      await on.click()
      await heading('Forma de pagamento').waitFor()
      expect(page.url()).toContain('#/ticket/paymentType')
    },
  )
})

describe('the human check on its own screen', () => {
  const { open, openThroughProxy } = onAPhone(take)

  it('opens when the check fails in the background, retries, and returns with typed data kept', async () => {
    await openThroughProxy('#/account/create')
    await page.getByLabel('Nome completo').waitFor()
    const clear = (await portalProxy()).faults.inject('broken', /\/api\/session\/humanChallenge/)
    await context.clearCookies()
    await page.reload()
    await page.getByLabel('Nome completo').fill('Ana Beatriz Lima')
    await page.getByLabel('E-mail', { exact: true }).fill('ana@exemplo.com.br')
    await page.getByLabel('Repita seu e-mail').fill('ana@exemplo.com.br')
    await page.getByLabel('Telefone').fill('41998765432')
    await page.getByLabel('CPF').fill('52998224725')
    await page.getByLabel('Crie uma senha').fill('segredo1')
    await page.getByRole('button', { name: 'AVANÇAR' }).click()
    await heading('Verificação de segurança').waitFor()
    expect(page.url()).toContain('#/account/recaptcha?to=')
    await expectSound(page)
    clear()
    await heading('Criar conta').waitFor()
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Ana Beatriz Lima')
    expect(await page.getByLabel('Repita seu e-mail').inputValue()).toBe('ana@exemplo.com.br')
  })

  it('opened by its address it verifies and continues; a foreign target leads to the start', async () => {
    await open('#/account/recaptcha?to=contact')
    await heading('Fale conosco').waitFor()
    await open('#/account/recaptcha?to=https://evil.example')
    await heading('Pague seu estacionamento').waitFor()
    expect(page.url().startsWith(portalUrl())).toBe(true)
  })
})
