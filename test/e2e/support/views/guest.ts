import type { Page } from 'playwright-core'
import { address, must, payer } from '#test/support/flow.ts'
import { callAs, knownGuest, openedPayment, signedInCustomer } from '../customer.ts'
import { portalProxy } from '../proxy/portalProxy.ts'
import { humanClient, mailedRecovery, newCustomer } from '../people.ts'
import { parkedCar, fetchDemo } from '../demo.ts'
import { portalUrl } from '../portal.ts'
import { pixPayerView } from './pix.ts'
import { button, heading, once, type Setup, statesOf, type View } from './view.ts'

const due = once(() => parkedCar(130))
const noted = async (note: string) =>
  (await fetchDemo()).tickets.find((ticket) => ticket.note.startsWith(note))?.code ?? ''

const ofTicket = (path: string) => async (setup: Setup) => `#/ticket/${path}?ticket=${await due(setup)}`

const advance = (page: Page) => button(page, 'AVANÇAR').click()
const required = (page: Page) => page.getByText('Campo obrigatório.')

const publicScreens: View[] = [
  ...statesOf(
    { screen: 'welcome', at: '#/ticket/', title: 'Pague seu estacionamento' },
    {
      'the free spaces': async ({ page }) => {
        await button(page, 'Ver vagas').click()
        return page.getByRole('heading', { name: 'Garagem Centro' })
      },
      'no signal': async ({ page, context }) => {
        await context.setOffline(true)
        return page.getByText('Sem conexão.', { exact: true })
      },
    },
  ),
  ...statesOf({ screen: 'contact', at: '#/contact', title: 'Fale conosco' }),
  ...statesOf({
    screen: 'terms.privacyPolicy',
    at: '#/terms/privacyPolicy',
    title: 'Termos de Uso e Política de Privacidade',
  }),
  ...statesOf({ screen: 'not-found', at: '#/no/such/screen', title: /não/i }),
]

const typeNumber = async (page: Page, code: string) => {
  await page.getByLabel('Número do ticket').fill(code)
  await page.getByLabel('Número do ticket').press('Enter')
}

const ticketScreens: View[] = [
  ...statesOf(
    { screen: 'ticket.read', at: '#/ticket/read', title: 'Buscar ticket' },
    {
      'too few digits': async ({ page }) => {
        await typeNumber(page, '123456')
        return page.getByText('O número do ticket deve ter 13 dígitos.')
      },
      'an unknown number': async ({ page }) => {
        await typeNumber(page, '0000000000000')
        await page.getByText(/Ticket não encontrado/).waitFor()
        return page.getByRole('link', { name: 'Chamar no WhatsApp' })
      },
    },
  ),
  {
    screen: 'ticket.value',
    state: 'nothing is known of it',
    at: '#/ticket/value?ticket=0000000000000',
    title: 'Verifique o valor',
    act: async ({ page }) => page.getByRole('link', { name: 'Chamar no WhatsApp' }),
  },
  ...['em aberto (Aeroporto', 'dentro da tolerância', 'pago na máquina', 'prazo vencido'].map(
    (note): View => ({
      screen: 'ticket.value',
      state: note,
      at: async () => `#/ticket/value?ticket=${await noted(note)}`,
      title: 'Verifique o valor',
    }),
  ),
  {
    screen: 'ticket.value',
    state: 'what the price is made of',
    at: ofTicket('value'),
    title: 'Verifique o valor',
    act: async ({ page }) => {
      await page.getByText('Como calculamos').click()
      return page.getByText(/R\$\s*6,00/)
    },
  },
  {
    screen: 'ticket.value',
    state: 'shared',
    at: ofTicket('value'),
    title: 'Verifique o valor',
    act: async ({ page }) => {
      await button(page, 'Compartilhar ticket').click()
      return page.getByRole('dialog', { name: 'Compartilhar ticket' })
    },
  },
  ...statesOf(
    { screen: 'ticket.receipt', at: '#/ticket/receipt', title: 'Reenviar recibo' },
    {
      'asked for': async ({ page }) => {
        await page.getByLabel('Número do ticket').fill('1111111111111')
        await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
        await button(page, 'REENVIAR RECIBO').click()
        return page.getByRole('heading', { name: 'Pedido recebido' })
      },
    },
  ),
]

/** Nothing is typed yet, and Maria ticked the box the last time. */
async function rememberMaria({ page }: Setup): Promise<void> {
  const { name, email, phone, cpfcnpj } = payer
  const home = { ...address, gl_city_id: '4106902', cityText: 'Curitiba - PR' }
  const maria = { name, email, phone, cpfcnpj, address: home, until: Date.now() + 60_000 }
  await page.evaluate((kept) => {
    sessionStorage.clear()
    localStorage.setItem('guiche.remembered', kept)
  }, JSON.stringify(maria))
}

/** The next view has another person. */
const forgetMaria = (page: Page) => page.evaluate(() => localStorage.removeItem('guiche.remembered'))

const dataScreens: View[] = [
  ...statesOf(
    { screen: 'ticket.account', at: ofTicket('account'), title: 'Preencha seus dados' },
    {
      'nothing filled in, with an account': async ({ page }) => {
        await page.getByLabel('Quero criar uma conta para futuros pagamentos.').check({ force: true })
        await advance(page)
        return required(page)
      },
      'an e-mail that has an account': async ({ page }) => {
        const { name, email, phone, cpf, password } = await newCustomer()
        await page.getByLabel('Nome completo').fill(name)
        await page.getByLabel('E-mail', { exact: true }).fill(email)
        await page.getByLabel('Telefone').fill(phone)
        await page.getByLabel('CPF').fill(cpf)
        await page.getByLabel('Quero criar uma conta para futuros pagamentos.').check({ force: true })
        await page.getByLabel('Repita seu e-mail').fill(email)
        await page.getByLabel('Crie uma senha').fill(password)
        await advance(page)
        return page.getByText(`O e-mail ${email} já possui cadastro conosco...`)
      },
    },
  ),
  {
    screen: 'ticket.account',
    state: 'somebody is remembered',
    at: ofTicket('account'),
    title: 'Preencha seus dados',
    before: rememberMaria,
    act: async ({ page }) => {
      await heading(page, /^Pagar como .* .\.\?$/).waitFor()
      await forgetMaria(page)
      return button(page, 'Não sou eu')
    },
  },
  {
    screen: 'ticket.value',
    state: 'a remembered guest confirms',
    at: ofTicket('value'),
    title: 'Verifique o valor',
    before: rememberMaria,
    act: async ({ page }) => {
      await button(page, 'PAGAR COM MEUS DADOS').click()
      await heading(page, /^Pagar como .* .\.\?$/).waitFor()
      await forgetMaria(page)
      return button(page, 'CONCORDAR E IR PARA PAGAMENTO')
    },
  },
  ...statesOf(
    {
      screen: 'ticket.personAddress',
      at: async (setup) => {
        await callAs(setup.context, '/api/account/set_account', {
          data: { ...payer, shouldCreateAccount: false },
        })
        return ofTicket('personAddress')(setup)
      },
      title: 'Preencha seus endereço',
    },
    {
      'why it is asked for': async ({ page }) => {
        await button(page, /Por que precisamos do seu endereço/).click()
        return page.getByRole('dialog')
      },
      'a CEP that nobody answers for': async ({ page }) => {
        const proxy = await portalProxy()
        const clear = proxy.faults.inject('late', /\/api\/cep\//)
        try {
          await page.goto(page.url().replace(portalUrl(), proxy.url))
          await page.getByLabel('CEP').fill('80020310')
          await page.getByText('Buscando o endereço deste CEP...').waitFor()
          await page.getByText('Não foi possível buscar o CEP agora.').waitFor()
        } finally {
          clear()
        }
        return page.getByText('Preencha os campos abaixo.')
      },
      'no such city': async ({ page }) => {
        await page.getByRole('combobox', { name: 'Cidade' }).click()
        await page.getByRole('option').first().waitFor()
        await page.getByRole('combobox', { name: 'Cidade' }).fill('xyzxyz')
        return page.getByText('No results found')
      },
    },
  ),
  ...statesOf({
    screen: 'ticket.privacyPolicyTerms',
    at: async (setup) => {
      await knownGuest(setup.context)
      return ofTicket('privacyPolicyTerms')(setup)
    },
    title: 'Política de privacidade e termos',
  }),
]

const accessScreens: View[] = [
  ...statesOf(
    { screen: 'login', at: '#/login/', title: 'Entrar na sua conta' },
    {
      refused: async ({ page }) => {
        await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
        await page.getByLabel('Senha', { exact: true }).fill('segredo1')
        await button(page, 'ENTRAR').click()
        return page.getByText('E-mail ou senha inválidos.')
      },
    },
  ),
  ...statesOf(
    {
      screen: 'login.recover_email',
      at: '#/login/recover_email',
      title: /Recuperar senha|Confira seu e-mail/,
    },
    {
      sent: async ({ page }) => {
        await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
        await button(page, 'ENVIAR INSTRUÇÕES').click()
        return page.getByText('As instruções para recuperar sua senha foram enviadas para seu e-mail.')
      },
    },
  ),
  ...statesOf(
    {
      screen: 'recover_token',
      at: once(async () => {
        const person = await newCustomer()
        must(await (await humanClient()).post('/api/access/recover_email', { email: person.email }))
        return mailedRecovery(person)
      }),
      title: 'Criar nova senha',
    },
    {
      'too short': async ({ page }) => {
        await page.getByLabel('Nova senha').fill('12345')
        await button(page, 'SALVAR NOVA SENHA').click()
        return page.getByText('A senha deve ter entre 6 e 32 caracteres.')
      },
    },
  ),
  {
    screen: 'recover_token',
    state: 'of no use any more',
    at: `#/login/recover_token/${'0'.repeat(64)}`,
    title: /Criar nova senha|Link sem validade/,
    act: async ({ page }) => {
      await page.getByLabel('Nova senha').fill('mais-uma')
      await button(page, 'SALVAR NOVA SENHA').click()
      return page.getByText(/Este link de recuperação não é válido/)
    },
  },
  ...statesOf({ screen: 'account.create', at: '#/account/create', title: 'Criar conta' }),
  {
    screen: 'account.address',
    state: 'as it opens',
    at: '#/account/create',
    title: 'Criar conta',
    act: async ({ page }) => {
      const { name, email, phone, cpfcnpj } = { ...payer, email: `novo.${Date.now()}@exemplo.com.br` }
      await page.getByLabel('Nome completo').fill(name)
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByLabel('Repita seu e-mail').fill(email)
      await page.getByLabel('Telefone').fill(phone)
      await page.getByLabel('CPF').fill(cpfcnpj)
      await page.getByLabel('Crie uma senha').fill('segredo1')
      await advance(page)
      return button(page, 'CRIAR CONTA')
    },
  },
]

const accountsPayment = once(async ({ browser }) => {
  const owner = await browser.newContext()
  await signedInCustomer(owner)
  const token = await openedPayment(owner, await parkedCar(130))
  await owner.close()
  return token
})

const paymentScreens = (['creditDebitCard', 'savedCard', 'done'] as const).map((path): View => ({
  screen: `payment.${path}`,
  state: 'of an account, and nobody signed in',
  at: async (setup) => `#/payment/${await accountsPayment(setup)}/${path}`,
  title: 'Pagamento',
  act: async ({ page }) => heading(page, 'Entre na sua conta para continuar este pagamento.'),
}))

/** Screens before a login. */
export const guestViews: readonly View[] = [
  ...publicScreens,
  ...ticketScreens,
  ...dataScreens,
  pixPayerView,
  ...accessScreens,
  ...paymentScreens,
]
