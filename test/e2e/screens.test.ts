import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { at } from '#test/support/client.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { newPhone } from './support/browser.ts'
import { callGate, parkedCar, fetchDemo } from './support/demo.ts'
import { fillAddress, fillCard, fillData, goToCard, openTicket } from './support/steps.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { withLots } from './support/reservation/lots.ts'
import { callAs } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'

const statsReply = z.object({ data: z.array(z.unknown()) })

let browser: Browser
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ browser, context, page } = fresh))

/** A ticket that no test pays. */
const noted = async (note: string) =>
  (await fetchDemo()).tickets.find((ticket) => ticket.note.startsWith(note))?.code ?? ''

describe('public screens', () => {
  it.each([
    ['#/ticket/', 'Pague seu estacionamento'],
    ['#/no/such/screen', /não/i],
  ])('%s has a title and the common footer', async (hash, title) => {
    await open(hash)
    await heading(title).waitFor()
    await expect.poll(() => page.title()).toMatch(title)
    const footer = page.getByRole('contentinfo')
    await footer.getByText('Todos os direitos reservados.').waitFor()
    await footer.getByText('Desenvolvido por').waitFor()
    await footer.getByText('© 2026 Guichê Estacionamentos.').waitFor()
    const links = footer.getByRole('navigation', { name: 'Acesso rápido' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['Termos de Uso e Política de Privacidade', 'Fale conosco'])
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.map((path) => path.replace(/^\//, ''))).toEqual(['#/terms/privacyPolicy', '#/contact'])
  })

  it('the root leads to the welcome screen, and its links lead on', async () => {
    await open('')
    await heading('Pague seu estacionamento').waitFor()
    await page.getByRole('link', { name: 'Reservar uma vaga' }).waitFor()
    await page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }).click()
    await heading('Buscar ticket').waitFor()
  })

  it('contact returns to the screen named by backTo', async () => {
    await open('#/contact?backTo=ticket.read')
    await heading('Fale conosco').waitFor()
    await page.getByRole('button', { name: 'Voltar' }).first().click()
    await heading('Buscar ticket').waitFor()
    expect(page.url()).toContain('#/ticket/read')
  })

  it('free spaces are shown for every lot, with those reserved for people of 60 and older', async () => {
    await open('#/ticket/')
    await page.getByRole('button', { name: 'Ver vagas' }).click()
    for (const lot of ['Garagem Centro', 'Shopping Norte', 'Aeroporto'])
      await page.getByRole('heading', { name: lot }).waitFor()
    expect(await page.getByText(/^Atualizado às \d{2}:\d{2}$/).count()).toBe(3)
    expect(await page.getByText('60 anos ou mais').count()).toBe(0)
    // Every kind of space, also where a lot has none of it.
    const kinds = ['Comuns', 'Gestantes', 'Pessoas com deficiência', 'Reservas']
    const said = kinds.map((kind) => page.getByText(kind, { exact: true }).count())
    // Another file of this worker may have added a lot.
    const lots = z.parse(statsReply, await callAs(context, '/api/parking/stats')).data.length
    expect(lots).toBeGreaterThanOrEqual(3)
    expect(await Promise.all(said)).toEqual([lots, lots, lots, lots])
    await page.keyboard.press('Escape')
    // A lot with spaces for people of 60 and more shows them.
    await withLots(browser, { only: 2, total_elderly: 9 }, async () => {
      // The sensors report the earlier counts, and five of the new spaces taken.
      const stats = z.parse(statsReply, await callAs(context, '/api/parking/stats')).data
      const lot = stats.find((known) => at(known, 'id') === 2)
      const taken = (kind: string) => Number(at(lot, `total_${kind}`)) - Number(at(lot, `free_${kind}`))
      const counted = ['normal', 'pregnant', 'disabilities', 'reserves']
      const seen = { ...Object.fromEntries(counted.map((kind) => [kind, taken(kind)])), elderly: 5 }
      await callGate('/lots/2/occupancy', { ...seen, at: new Date().toISOString() })
      await page.getByRole('button', { name: 'Ver vagas' }).press('Enter')
      await page.getByText('60 anos ou mais').waitFor()
      await page.getByText('4 de 9', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
    })
  })

  it('an unknown path shows a text with a link to the start', async () => {
    await open('#/no/such/screen')
    await page.getByText('A página que você procura não existe ou foi movida').waitFor()
    await page.getByRole('main').getByRole('link').first().click()
    await heading('Pague seu estacionamento').waitFor()
  })
})

describe('looking a ticket up', () => {
  it('counts digits, refuses a number without 13 digits, and keeps what was typed', async () => {
    await open('#/ticket/read')
    const field = page.getByLabel('Número do ticket')
    await field.fill('123456')
    await page.getByText(/6 de 13|6\/13/).waitFor()
    await field.press('Enter')
    await page.getByText('O número do ticket deve ter 13 dígitos.').waitFor()
    expect(await field.inputValue()).toContain('123456')
  })

  it.each([
    ['em aberto (Aeroporto', /IR PARA PAGAMENTO/, true],
    [
      'dentro da tolerância',
      /Dentro da tolerância: saída livre até (amanhã, \d{2}\/\d{2} às )?\d{2}:\d{2}/,
      false,
    ],
    ['pago na máquina', /Sair até/, false],
    ['prazo vencido', /diferença/, true],
  ])('%s', { tags: 'deep' }, async (note, shows, payable) => {
    await openTicket(page, await noted(note))
    await page.getByText(shows).first().waitFor()
    expect(await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).count()).toBe(payable ? 1 : 0)
  })

  it(
    'a payment made before anything was due is shown as paid, without an exit deadline',
    { tags: 'deep' },
    async () => {
      const code = await parkedCar(60)
      const paid_at = new Date(Date.now() - 50 * 60_000).toISOString()
      await callGate('/payments', { code, amount: 6, paid_at, method: 'cash' })
      await openTicket(page, code)
      await page.getByText('Este ticket já está pago').waitFor()
      await page.getByText('Saia assim que puder').waitFor()
      expect(await page.getByText(/Sair até|horário indicado/).count()).toBe(0)
      for (const step of ['account', 'personAddress', 'privacyPolicyTerms']) {
        await page.goto(`${portalUrl()}/#/ticket/${step}?ticket=${code}`)
        await page.getByRole('heading', { name: 'Este ticket já está pago' }).waitFor()
        await page.getByRole('link', { name: 'Reenviar um recibo' }).waitFor()
        await page.goto(`${portalUrl()}/#/contact`)
      }
      const fresh = await page.context().newPage()
      await fresh.goto(`${portalUrl()}/#/ticket/account?ticket=${code}`)
      await fresh.getByRole('heading', { name: 'Este ticket já está pago' }).waitFor()
    },
  )

  it('shows the breakdown of the price, also after a reload', async () => {
    await openTicket(page, await parkedCar(185))
    await page.getByText('Como calculamos').click()
    await page
      .getByText(/R\$\s*6,00/)
      .first()
      .waitFor()
    await page.reload()
    await page
      .getByText(/Pagar até/)
      .first()
      .waitFor()
  })
})

describe('a phone whose scripts have not loaded yet', () => {
  const { heading, button } = onAPhone((fresh) => ({ page } = fresh), newPhone)

  it('a link with ?ticket= shows the price before any script, with one look-up; an early button press takes effect', async () => {
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/tk_ticket/read')) answers.push(response.status())
    })
    const proxy = await portalProxy()
    const release = proxy.faults.inject('late', /\/assets\/.*\.js$/)
    const code = await parkedCar(130)
    await page.goto(`${proxy.url}/#/ticket/read?ticket=${code}`, { waitUntil: 'commit' })
    const card = page.getByRole('article', { name: `Ticket ${formatTicketCode(code)}` })
    await card.getByText(/^Valor: R\$ \d+,\d\d$/).waitFor()
    const facts = await card.locator('dd').allTextContents()
    expect(facts).toEqual([
      '2h10min',
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      expect.any(String),
    ])
    await button('Voltar').click()
    release()
    await heading('Buscar ticket').waitFor()
    expect([answers, page.url().split('#')[1]]).toEqual([[200], '/ticket/read'])
    // The app's own card shows the same, after its one call.
    await page.goBack()
    await heading('Verifique o valor').waitFor()
    await expect.poll(() => card.locator('dd').allTextContents()).toEqual(facts)
  })
})

describe('data, address and terms', () => {
  it('every invalid field shows its own text of the specification, and typed data stay', async () => {
    await openTicket(page, await parkedCar(130))
    await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
    await heading('Preencha seus dados').waitFor()
    await page.getByRole('button', { name: 'AVANÇAR' }).click()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBeGreaterThanOrEqual(4)
    await expect
      .poll(() => page.getByLabel('Nome completo').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByLabel('Nome completo').fill('Maria')
    await page.getByLabel('E-mail').fill('maria@')
    await page.getByLabel('Telefone').fill('4199')
    await page.getByLabel('CPF').fill('11111111111')
    await page.getByRole('button', { name: 'AVANÇAR' }).click()
    await page.getByText('Campo deve ser um e-mail válido.').first().waitFor()
    await page.getByText('Digite um CPF válido.').first().waitFor()
    expect(await page.getByLabel('Telefone').inputValue()).toBe('(41) 99')
    await page.reload()
    await heading('Preencha seus dados').waitFor()
    await expect.poll(() => page.getByLabel('Nome completo').inputValue()).toBe('Maria')
    await fillData(page)
    await heading('Preencha seus endereço').waitFor()
    await page.getByRole('button', { name: 'AVANÇAR' }).click()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBeGreaterThanOrEqual(5)
    await page.getByRole('button', { name: /Por que precisamos do seu endereço/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await fillAddress(page)
    await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).waitFor()
    await heading('Política de privacidade e termos').waitFor()
    await page.getByRole('button', { name: 'Voltar' }).last().click()
    await expect.poll(() => page.getByLabel('CEP').inputValue()).toBe('80010-000')
  })

  it('an error text of the server is shown at its field', async () => {
    await openTicket(page, await parkedCar(130))
    await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
    await page.route('**/api/account/set_account', (route) =>
      route.fulfill({
        status: 422,
        json: {
          message: 'Digite um CPF válido.',
          code: 'invalid',
          status: 422,
          errors: { cpfcnpj: ['Digite um CPF válido.'] },
        },
      }),
    )
    await fillData(page)
    await page.getByText('Digite um CPF válido.').first().waitFor()
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Maria de Souza')
  })

  it(
    'the city list is searched without accents and loads more when scrolled to its end',
    { tags: 'deep' },
    async () => {
      await openTicket(page, await parkedCar(130))
      await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
      await fillData(page)
      await page.getByRole('combobox', { name: 'Cidade' }).click()
      const options = page.getByRole('option')
      await options.first().waitFor()
      const first = await options.count()
      await page
        .getByRole('listbox')
        .evaluate((list) => list.scrollTo(0, list.scrollHeight - list.clientHeight - 40))
      await expect.poll(() => options.count()).toBeGreaterThan(first)
      await page.getByRole('combobox', { name: 'Cidade' }).fill('sao jose dos pinhais')
      await page.getByRole('option', { name: 'São José dos Pinhais - PR' }).waitFor()
      const city = page.getByRole('combobox', { name: 'Cidade' })
      await city.fill('xyzxyz')
      await page.getByText('No results found').waitFor()
      // A text that is no city is not chosen: the CEP's replaces it, and so does autofill.
      await page.getByLabel('CEP').fill('80020310')
      await expect.poll(() => city.inputValue()).toBe('Curitiba - PR')
      await city.evaluate((input: HTMLInputElement) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'londrina')
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await expect.poll(() => city.inputValue()).toBe('Londrina - PR')
    },
  )

  it.each([
    ['street', 'Rua Doutor Muricy'],
    ['city', 'Curitiba - PR'],
  ])(
    'the %s that a CEP fills in while the field has the focus is replaced by what is typed',
    { tags: 'deep' },
    async (name, its) => {
      await open(`#/ticket/personAddress?ticket=${await parkedCar(130)}`)
      const field = page.locator(`input[name=${name}]`)
      await field.waitFor()
      // Typed completely before an answer can arrive.
      await page.getByLabel('CEP').evaluate((cep: HTMLInputElement, next) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(cep, '80020-310')
        cep.dispatchEvent(new Event('input', { bubbles: true }))
        document.querySelector<HTMLInputElement>(`input[name=${next}]`)?.focus()
      }, name)
      await expect.poll(() => field.inputValue()).toBe(its)
      await page.keyboard.type('londrina')
      expect(await field.inputValue()).toBe('londrina')
    },
  )
})

describe('the card', () => {
  it('invalid fields are reported before a request is sent; card data are stored nowhere', async () => {
    await goToCard(page, await parkedCar(130))
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await expect.poll(() => page.getByText('Campo obrigatório.').count()).toBeGreaterThanOrEqual(3)
    await fillCard(page, '4111111111111112')
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await page.getByText('Digite um número de cartão válido.').first().waitFor()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toMatch(/4111|1111111/)
  })

  it('offline: a banner, the button shows the reason, and typed data stay', async () => {
    await goToCard(page, await parkedCar(130))
    await fillCard(page, '4000000000000010')
    await context.setOffline(true)
    await page
      .getByText(/sem conexão/i)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /^PAGAR/ }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Nome no cartão').inputValue()).toBe('MARIA SOUZA')
    await context.setOffline(false)
    await expect.poll(() => page.getByRole('button', { name: /^PAGAR/ }).isEnabled()).toBe(true)
  })

  it(
    'an unreachable server: the banner disappears as soon as it answers again',
    { tags: 'deep' },
    async () => {
      await openThroughProxy(`#/ticket/read?ticket=${await parkedCar(130)}`)
      await button('IR PARA PAGAMENTO').waitFor()
      const clear = (await portalProxy()).faults.inject('lost', /^\/(api|sanctum|healthz)/)
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill('0000000000000')
      await page.getByLabel('Número do ticket').press('Enter')
      const banner = page.getByText('Sem conexão. O que você digitou está guardado.')
      await banner.waitFor()
      clear()
      await banner.waitFor({ state: 'hidden' })
      expect(await page.getByLabel('Número do ticket').inputValue()).not.toBe('')
    },
  )

  it(
    'an unreachable server after leaving the form: the banner no longer says that typed data are kept',
    { tags: 'deep' },
    async () => {
      await openThroughProxy(`#/ticket/account?ticket=${await parkedCar(130)}`)
      await page.getByLabel('Nome completo').fill('Maria de Souza')
      await openThroughProxy('#/ticket/read')
      await button('CONSULTAR VALOR').waitFor()
      const clear = (await portalProxy()).faults.inject('lost', /^\/(api|sanctum|healthz|auth)/)
      await button('Voltar').click()
      await page.getByText('O que você digitou já saiu deste aparelho').waitFor()
      const calm = page.getByText('Sem conexão.', { exact: true })
      await calm.waitFor()
      await page.getByRole('link', { name: 'IR PARA O INÍCIO' }).click()
      await page.waitForURL(/#\/ticket\/$/)
      expect(await calm.count()).toBe(1)
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill('000')
      await page.getByText('Sem conexão. O que você digitou está guardado.').waitFor()
      clear()
    },
  )
})

describe('the shell', () => {
  it('requests nothing from other hosts, and violates none of its content security policy', async () => {
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(portalUrl()) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('403')) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await openTicket(page, await parkedCar(130))
    await page
      .getByText(/Pagar até/)
      .first()
      .waitFor()
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
  })

  it('shows the static screens before any script has run', async () => {
    const bare = await browser.newContext({ javaScriptEnabled: false })
    const still = await bare.newPage()
    await still.goto(portalUrl())
    expect(await still.content()).toContain('Buscar ticket')
    await bare.close()
  })
})
