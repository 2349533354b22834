import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { callAs, knownGuest, openedPayment, paidTicket } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { payWith } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'

/** How long a page waits, and by which clock (docs/spec.md#r49). */
let phone: BrowserContext
let page: Page
const { openThroughProxy, heading, button } = onAPhone(
  (fresh) => ({ context: phone, page } = fresh),
  async (of) => {
    const context = await newPhone(of)
    await context.clock.install()
    return context
  },
)

/** A new ticket's payment on the phone, before its card. */
async function atCard(): Promise<string> {
  await knownGuest(phone)
  const token = await openedPayment(phone, await parkedCar(130))
  await openThroughProxy(`#/payment/${token}/creditDebitCard`)
  await page.getByLabel('Número do Cartão').waitFor()
  return token
}

const stateOf = (token: string) => new RegExp(`/api/pm_transaction/${token}$`)
const confirming = 'Estamos confirmando o pagamento com o banco. Não pague de novo.'

it.each([
  ['aprovado', 'Pagamento recebido com sucesso!'],
  ['recusado', 'O pagamento não foi concluído'],
])(
  'the answer of PAGAR is lost, the card is %s: the state is asked beside it from 10 s on',
  async (note, shown) => {
    const token = await atCard()
    let isAnswered = () => {}
    const answered = new Promise<void>((resolve) => (isAnswered = resolve))
    await page.route('**/pay', async (route) => {
      await route.fetch()
      isAnswered()
    })
    await payWith(page, await printedCard(note))
    await answered
    const asked = page.waitForRequest(stateOf(token))
    await page.clock.runFor(10_000)
    await asked
    await page.getByText(shown).first().waitFor()
    expect(await page.getByText(confirming).count()).toBe(0)
  },
)

it('PAGAR without an answer: after 30 s the screen says not to pay again, and keeps querying', async () => {
  const token = await atCard()
  ;(await portalProxy()).faults.inject('late', /pm_transaction|healthz/)
  const sent = page.waitForRequest(/\/pay$/)
  await payWith(page, await printedCard('aprovado'))
  await sent
  await page.clock.runFor(29_000)
  await page.getByText('Ainda estamos processando...').waitFor()
  await page.clock.runFor(1_000)
  await page.getByText(confirming).first().waitFor()
  expect(await button(/^PAGAR/).count()).toBe(0)
  expect(await page.getByText('Ainda estamos processando...').count()).toBe(0)
  const asked = page.waitForRequest(stateOf(token))
  await page.clock.runFor(15_000)
  await asked
})

it('a look-up waits 15 s, another call 30 s; both load again when the signal returns', async () => {
  await knownGuest(phone)
  const code = await parkedCar(130)
  const token = await openedPayment(phone, code)
  await openThroughProxy('#/contact')
  await heading('Fale conosco').waitFor()
  const { faults } = await portalProxy()
  const late = page.getByText('A resposta demorou demais. Tente novamente.')
  for (const [hash, seconds, shown] of [
    [`#/ticket/value?ticket=${code}`, 15, 'Verifique o valor'],
    [`#/payment/${token}/creditDebitCard`, 30, 'Pagamento'],
  ] as const) {
    // Files still arrive.
    const clear = faults.inject('late', /^\/(?:api|healthz)/)
    const sent = page.waitForRequest(/tk_ticket\/read$|pm_transaction/)
    await page.evaluate((to) => (location.hash = to), hash)
    await sent
    await page.clock.runFor(seconds * 1000 - 1_000)
    expect(await late.count()).toBe(0)
    await page.clock.runFor(1_000)
    await late.first().waitFor()
    // The silent server is polled and counts as unreachable.
    await page.clock.runFor(5_000)
    await page.getByText('Sem conexão').first().waitFor()
    clear()
    await page.clock.runFor(10_000)
    await late.first().waitFor({ state: 'detached' })
    await heading(shown).waitFor()
  }
})

/** Waits until each call of the page is answered: a later answer corrects a moved clock. */
function watchCalls(): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => void (/\/(?:api|healthz)/.test(request.url()) && open.add(request)))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return async () => {
    await expect.poll(() => open.size).toBe(0)
  }
}

/** Moves the phone's wall clock, not its monotonic one; the server cannot correct it. */
const moveClock = (minutes: number) =>
  page.evaluate((ms) => {
    const before = Date.now
    Date.now = () => before() + ms
  }, minutes * 60_000)

it('a clock an hour ahead and then right: the exit deadline and a Pix code are there again', async () => {
  await knownGuest(phone)
  const paid = await paidTicket(phone)
  const code = await parkedCar(130)
  const token = await openedPayment(phone, code, 3)
  await callAs(phone, `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
  const left = page.getByRole('timer').first()
  const copy = button('Copiar código Pix')
  const { faults } = await portalProxy()
  const callsAnswered = watchCalls()
  for (const [hash, shown, over] of [
    [`#/payment/${paid.token}/done`, left, 'O prazo terminou.'],
    [`#/payment/${token}/pix`, copy, 'O prazo deste código terminou.'],
    ['#/ticket/read', page.getByText(/Pago\. Sair até/), null],
  ] as const) {
    await openThroughProxy(hash)
    await shown.waitFor()
    await callsAnswered()
    const clear = faults.inject('late', /^\/(?:api|healthz)/)
    await moveClock(60)
    await page.clock.runFor(2_000)
    await shown.waitFor({ state: 'hidden' })
    if (over !== null) await page.getByText(over).first().waitFor()
    await moveClock(-60)
    await page.clock.runFor(2_000)
    await shown.waitFor()
    expect(await page.getByText(over ?? 'O prazo').count()).toBe(0)
    clear()
  }
})

it.each(['#/', '#', '#/?x=1'])('%s in the running page is the first screen', async (hash) => {
  await openThroughProxy('#/contact')
  await heading('Fale conosco').waitFor()
  await page.evaluate((to) => (location.hash = to), hash)
  await heading('Pague seu estacionamento').waitFor()
  expect(page.url()).toMatch(/#\/ticket\/$/)
})
