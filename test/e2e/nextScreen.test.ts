import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { knownGuest, paidTicket, signedInCustomer } from './support/customer.ts'
import { newPhone } from './support/browser.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { fillAddress, fillData, payWith } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'

let page: Page
// A new context has none of the files in its cache.
const { openThroughProxy, heading, button } = onAPhone((fresh) => ({ page } = fresh), newPhone)

const latencyMs = 150

/** In the page: the heading of each frame, where it changes. */
const recordHeadings = `globalThis.headings = []
  const record = () => {
    const text = document.querySelector('h1')?.innerText
    if (text !== undefined && text !== headings.at(-1)) headings.push(text)
    requestAnimationFrame(record)
  }
  record()`

/** In the page: how often a frame shows a price of nothing. */
const recordFreePrices = `globalThis.freePrices = 0
  const record = () => {
    if (/R\\$\\s*0,00/.test(document.body?.innerText)) freePrices += 1
    requestAnimationFrame(record)
  }
  record()`

/** Opens a ticket's price; the code of the screen after it is on its way, or does not come. */
async function openPriceBefore(fault: 'late' | 'lost'): Promise<() => void> {
  const mend = (await portalProxy()).faults.inject(fault, /assets\/AccountDataPage-/)
  await knownGuest(page.context())
  await openThroughProxy(`#/ticket/value?ticket=${await parkedCar(130)}`)
  await heading('Verifique o valor').waitFor()
  await page.waitForSelector('html[data-ready]')
  return mend
}

it('a checkout on a line of 150 ms shows no waiting screen between its steps', async () => {
  await openThroughProxy('#/ticket/read')
  await page.waitForSelector('html[data-ready]')
  const devTools = await page.context().newCDPSession(page)
  const line = { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 }
  await devTools.send('Network.emulateNetworkConditions', line)
  await page.evaluate(recordHeadings)
  await page.getByLabel('Número do ticket').fill(await parkedCar(130))
  await button('CONSULTAR VALOR').click()
  await button('IR PARA PAGAMENTO').click()
  await fillData(page)
  await fillAddress(page)
  await button('CONCORDAR E IR PARA PAGAMENTO').click()
  await button('CARTÃO DE CRÉDITO').click()
  await payWith(page, await printedCard('aprovado'))
  await heading('Pagamento concluído').waitFor()
  expect(await page.evaluate('headings')).toEqual([
    'Buscar ticket',
    'Verifique o valor',
    'Preencha seus dados',
    'Preencha seus endereço',
    'Política de privacidade e termos',
    'Forma de pagamento',
    'Pagamento',
    'Pagamento concluído',
  ])
})

it('while the next screen’s code is late the button is busy, the screen stays, and Back works', async () => {
  const mend = await openPriceBefore('late')
  const next = button('IR PARA PAGAMENTO')
  await next.click()
  await expect.poll(() => next.getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('#frame').getAttribute('aria-busy')).toBe('true')
  await page.goBack()
  await expect.poll(() => next.getAttribute('aria-busy')).toBeNull()
  await next.click()
  mend()
  await heading('Preencha seus dados').waitFor()
})

it('the next screen’s code does not arrive within 15 s: the old screen and its address are shown with a notice', async () => {
  await page.clock.install()
  await openPriceBefore('late')
  await button('IR PARA PAGAMENTO').click()
  await expect.poll(() => button('IR PARA PAGAMENTO').getAttribute('aria-busy')).toBe('true')
  await page.clock.fastForward(15_000)
  await expectStay()
})

it('a load that was left does not end the next one of the same screen', async () => {
  await page.clock.install()
  const pass = await openPriceBefore('late')
  const next = button('IR PARA PAGAMENTO')
  await next.click()
  await expect.poll(() => next.getAttribute('aria-busy')).toBe('true')
  await page.clock.fastForward(12_000)
  await page.goBack()
  await expect.poll(() => next.getAttribute('aria-busy')).toBeNull()
  await next.click()
  await expect.poll(() => next.getAttribute('aria-busy')).toBe('true')
  await page.clock.fastForward(4_000)
  expect(await next.getAttribute('aria-busy')).toBe('true')
  pass()
  await heading('Preencha seus dados').waitFor()
  expect(await page.getByText('Não foi possível abrir esta tela. Tente de novo.').count()).toBe(0)
})

it('the next screen’s code is lost: the old screen shows a notice and continues after a reload', async () => {
  const mend = await openPriceBefore('lost')
  await button('IR PARA PAGAMENTO').click()
  await expectStay()
  mend()
  await page.getByRole('region', { name: 'Notificações' }).getByRole('button', { name: 'Recarregar' }).click()
  await heading('Preencha seus dados').waitFor()
})

it('the code of the logout is lost: the reload logs the person out', async () => {
  const { faults } = await portalProxy()
  const pass = faults.inject('lost', /assets\/LogoutPage-/)
  await signedInCustomer(page.context())
  await openThroughProxy('#/user/menu')
  await button('Sair')
    .or(page.getByRole('link', { name: 'Sair' }))
    .click()
  await page.getByText('Não foi possível abrir esta tela. Tente de novo.').first().waitFor()
  pass()
  const loggedOut = page.waitForResponse(/\/auth\/logoutApi$/)
  await page.getByRole('region', { name: 'Notificações' }).getByRole('button', { name: 'Recarregar' }).click()
  expect((await loggedOut).ok()).toBe(true)
})

async function expectStay(): Promise<void> {
  await page.getByText('Não foi possível abrir esta tela. Tente de novo.').first().waitFor()
  expect(await heading('Verifique o valor').isVisible()).toBe(true)
  expect(page.url()).toMatch(/#\/ticket\/value\?ticket=\d+$/)
  expect(await button('IR PARA PAGAMENTO').getAttribute('aria-busy')).toBeNull()
}

/** Looks a ticket up and leaves for the login before the price is here. Each late answer comes when its function is called. */
async function leaveLookUp() {
  const code = await parkedCar(130)
  const { faults } = await portalProxy()
  await openThroughProxy('#/ticket/read')
  await page.waitForSelector('html[data-ready]')
  const priceComes = faults.inject('late', /tk_ticket/)
  const loginComes = faults.inject('late', /assets\/LoginPage-/)
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await page.evaluate("location.hash = '#/login'")
  await expect.poll(() => page.locator('#frame').getAttribute('aria-busy')).toBe('true')
  const answered = page.waitForResponse(/tk_ticket/)
  priceComes()
  await answered
  return loginComes
}

it('a screen that is being left does not lead elsewhere when its own answer comes', async () => {
  const loginComes = await leaveLookUp()
  loginComes()
  await heading('Entrar').waitFor()
  expect(page.url()).toMatch(/#\/login$/)
})

it('a screen that could not be left leads on to what its own answer opened', async () => {
  await page.clock.install()
  const loginComes = await leaveLookUp()
  await page.clock.fastForward(16_000)
  await heading('Verifique o valor').waitFor()
  expect(page.url()).toMatch(/#\/ticket\/value\?ticket=\d+$/)
  loginComes()
})

it.each(['account', 'personAddress', 'privacyPolicyTerms'])(
  'ticket/%s of a paid ticket leads to its value screen, and no frame shows a price of nothing',
  { tags: 'deep' },
  async (step) => {
    await knownGuest(page.context())
    const { code } = await paidTicket(page.context())
    await openThroughProxy(`#/ticket/value?ticket=${code}`)
    await page.getByText('Este ticket já está pago').waitFor()
    await page.addInitScript(recordFreePrices)
    await page.goto(`${(await portalProxy()).url}/healthz`)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
    const mend = (await portalProxy()).faults.inject('late', /assets\/ticket-/)
    await openThroughProxy(`#/ticket/${step}?ticket=${code}`)
    await page.waitForSelector('html[data-ready]')
    mend()
    await page.waitForURL(/ticket\/value/)
    await page.getByText('Este ticket já está pago').waitFor()
    expect(await page.evaluate('freePrices')).toBe(0)
  },
)
