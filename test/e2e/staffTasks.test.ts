import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { knownGuest, paidTicket } from './support/customer.ts'
import { callGate, parkedCar } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { stranger } from './support/people.ts'
import { openDesk } from './support/staff.ts'
import { type Counted, countedPerson } from './support/steps.ts'
import { wholeClosing } from './support/kit/wholeClosing.ts'

let browser: Browser
let page: Page
onAPhone((fresh) => ({ browser, page } = fresh))

/** Opens the list of choices, then chooses. */
async function choose(person: Counted, label: string, choice: string): Promise<void> {
  person.taps += 2
  await page.getByLabel(label, { exact: true }).selectOption({ label: choice })
}

const search = () => page.getByRole('combobox', { name: /^Ticket, placa, reserva/ })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor()
const rail = (name: string) =>
  page.getByRole('navigation', { name: 'Áreas da administração' }).getByRole('link', { name })

async function payTicket(): Promise<string> {
  const context = await newPhone(browser)
  await knownGuest(context)
  const { code } = await paidTicket(context)
  await context.close()
  return code
}

/** The portal's days last as long as everybody's. */
async function answerClosings(): Promise<void> {
  const meta = { current_page: 1, from: 1, last_page: 1, path: '', per_page: 10, to: 1, total: 1 }
  const links = { first: '', last: '', prev: null, next: null }
  const answers = [
    [/\/closings(\?.*)?$/, { data: [wholeClosing], links, meta }],
    [/\/closings\/1\/edit$/, { entity: wholeClosing, data: wholeClosing }],
    [/\/closings\/1\/mail$/, { data: { message: 'Fechamento enviado.' } }],
  ] as const
  for (const [address, json] of answers) await page.route(address, (route) => route.fulfill({ json }))
}

type Task = readonly [name: string, before: number, most: number, run: (person: Counted) => Promise<void>]

/** `before`: on 8c1cc91e, counted by hand. */
const tasks: readonly Task[] = [
  [
    'Pix of this week in lot 2, with its sum',
    7,
    4,
    async (person) => {
      await person.tap(button('Shopping Norte'))
      await person.tap(page.getByRole('link', { name: 'Transações desta semana, Shopping Norte' }))
      await shown('Período: ')
      await choose(person, 'Forma', 'Pix')
      await page.waitForURL(/lot_id=2.*method=pix/)
      await shown(/^R\$ \d/)
    },
  ],
  [
    'why the gate was shut for this plate',
    1,
    1,
    async (person) => {
      const plate = 'TSK1A23'
      await callGate('/exits', { lot_id: 1, gate: 'S1', plate })
      await search().fill(plate)
      await person.tap(page.getByRole('group', { name: 'Recusas na saída' }).getByRole('option'))
      await shown(new RegExp(`lido ${plate}, S1 \\(`))
    },
  ],
  [
    'refund this driver',
    4,
    3,
    async (person) => {
      await search().fill(await payTicket())
      await person.tap(page.getByRole('group', { name: 'Transações' }).getByRole('option'))
      await person.tap(button(/^Devolver/))
      const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
      await dialog.getByLabel('Motivo').fill('Cobrança indevida')
      await person.tap(dialog.getByRole('button', { name: 'Devolver' }))
      await dialog.waitFor({ state: 'hidden' })
    },
  ],
  [
    'let this car out',
    3,
    3,
    async (person) => {
      const plate = 'TSK2A34'
      await parkedCar(130, 1, plate)
      await search().fill(plate)
      await person.tap(page.getByRole('group', { name: 'Tickets' }).getByRole('option'))
      await person.tap(button('Liberar saída'))
      const dialog = page.getByRole('dialog', { name: 'Liberar a saída' })
      await dialog.getByLabel('Motivo').fill('A máquina está parada')
      await person.tap(dialog.getByRole('button', { name: 'Liberar saída' }))
      await shown('Saída liberada.')
    },
  ],
  [
    'yesterday’s closing sent again',
    3,
    3,
    async (person) => {
      await answerClosings()
      await person.tap(rail('Fechamentos'))
      await person.tap(page.getByRole('table', { name: 'Fechamentos' }).getByRole('link'))
      await person.tap(button('Enviar por e-mail'))
      await shown('Fechamento enviado.')
    },
  ],
  [
    'change one setting',
    2,
    2,
    async (person) => {
      await search().fill('contato')
      await person.tap(page.getByRole('group', { name: 'Telas' }).getByRole('option', { name: 'Contato' }))
      const hours = page.getByLabel('Horário de atendimento')
      const stored = await hours.inputValue()
      await hours.fill('das 5h às 23h')
      await person.tap(button('Salvar'))
      await shown('Registro salvo.')
      await hours.fill(stored)
      await button('Salvar').click()
      await button('Salvar').waitFor({ state: 'hidden' })
    },
  ],
  [
    'a new employee for lot 3',
    5,
    5,
    async (person) => {
      await person.tap(rail('Pessoas'))
      await person.tap(page.getByRole('link', { name: 'Convidar alguém da equipe' }))
      const { name, email, cpf } = stranger()
      await page.getByLabel('Nome completo').fill(name)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('CPF').fill(cpf)
      await page.getByLabel('Telefone').fill('41998765432')
      await person.tap(page.getByText('Todos os estacionamentos', { exact: true }))
      await person.tap(page.getByText('Aeroporto', { exact: true }))
      await person.tap(button('Enviar convite'))
      await page.getByRole('heading', { name }).waitFor()
    },
  ],
]

it.each(tasks)('from the Painel: %s, before %i clicks, now at most %i', async (name, before, most, run) => {
  await openDesk(page, 1, '')
  await page.getByRole('table', { name: 'Movimento de hoje' }).waitFor()
  const person = countedPerson(page)
  await run(person)
  process.stdout.write(`${name}: ${person.taps} clicks, before ${before}\n`)
  expect(person.taps).toBeLessThanOrEqual(most)
})

it('from the Painel: another price from Monday, in at most 6 clicks besides its numbers', async () => {
  await openDesk(page, 2, '')
  await page.getByRole('table', { name: 'Movimento de hoje' }).waitFor()
  const person = countedPerson(page)
  await person.tap(rail('Estacionamentos'))
  await person.tap(page.getByRole('link', { name: 'Garagem Centro', exact: true }))
  await person.tap(page.getByRole('link', { name: 'Nova versão da tarifa' }))
  await page.getByLabel('Custa (R$)').first().fill('13')
  person.taps += 2
  await page.getByLabel('Começa').selectOption('monday')
  await person.tap(button('Salvar nova versão'))
  const versions = page.getByRole('table', { name: 'Versões da tarifa' })
  await versions.getByText(/^Começa em \d/).waitFor()
  process.stdout.write(`another price from Monday: ${person.taps} clicks\n`)
  expect(person.taps).toBeLessThanOrEqual(6)
  await versions.getByRole('link').first().click()
  await button('Retirar').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await versions.getByText('Retirada').waitFor()
})
