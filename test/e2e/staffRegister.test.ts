import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, leave } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { stranger } from './support/people.ts'
import { openDesk, staffBrowser } from './support/staff.ts'
import { mailsTo } from './support/street.ts'
import { portalUrl } from './support/portal.ts'

let browser: Browser
let admin: BrowserContext
let page: Page
beforeAll(async () => {
  browser = await connect()
  admin = await staffBrowser(browser, 1)
  page = await admin.newPage()
})
afterAll(() => leave(browser))

const open = (hash: string) => page.goto(`${portalUrl()}/${hash}`)
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const atGate = (key: string) =>
  fetch(`${portalUrl()}/equipment/v1/events`, { headers: { authorization: `Bearer ${key}` } })

describe('devices', () => {
  it('get a key that is shown once, another one, and none any more', async () => {
    const name = `Cancela ${Date.now()}`
    await open('#/staff/devices')
    await page.getByRole('link', { name: 'Adicionar equipamento' }).click()
    await heading('Novo equipamento').waitFor()
    await button('SALVAR').click()
    await page.getByText('Campo obrigatório.').waitFor()
    await page.getByText('Escolha ao menos um estacionamento.').waitFor()
    await page.getByLabel('Nome').fill(name)
    await page.getByLabel('Aeroporto').check()
    await button('SALVAR').click()
    const shown = page.getByRole('alertdialog', { name: 'Chave do equipamento' })
    const first = await shown.locator('code').innerText()
    expect((await atGate(first)).status).toBe(200)
    await shown.getByRole('button', { name: 'Já guardei' }).click()

    await page.getByRole('link', { name }).click()
    await heading('Equipamento').waitFor()
    await button('Trocar chave').click()
    await page
      .getByRole('alertdialog', { name: 'Trocar a chave?' })
      .getByRole('button', { name: 'Trocar' })
      .click()
    const second = await shown.locator('code').innerText()
    await shown.getByRole('button', { name: 'Já guardei' }).click()
    expect([(await atGate(first)).status, (await atGate(second)).status]).toEqual([401, 200])
    await button('Revogar chave').click()
    await page
      .getByRole('alertdialog', { name: 'Revogar a chave?' })
      .getByRole('button', { name: 'Revogar' })
      .click()
    await page.getByText('Chave revogada.').waitFor()
    expect((await atGate(second)).status).toBe(401)
    await open('#/staff/devices?state=revoked')
    await page.getByRole('link', { name }).waitFor()
  })
})

describe('people', () => {
  it('are invited by an admin, change their level, and are signed out', async () => {
    const person = stranger()
    await open('#/staff/users')
    await page.getByRole('link', { name: 'Convidar alguém da equipe' }).click()
    await heading('Convidar alguém da equipe').waitFor()
    await page.getByLabel('Nome completo').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('CPF').fill(person.cpf)
    await page.getByLabel('Telefone').fill('41998765432')
    await page.getByLabel('Todos os estacionamentos').uncheck()
    await button('ENVIAR CONVITE').click()
    await page.getByText('Escolha ao menos um estacionamento.').waitFor()
    await page.getByLabel('Garagem Centro').check()
    await button('ENVIAR CONVITE').click()
    await page.getByRole('heading', { name: person.name }).waitFor()
    await page.getByRole('definition').filter({ hasText: 'Garagem Centro' }).waitFor()
    await expect.poll(async () => (await mailsTo(person.email)).length).toBeGreaterThan(0)
    await page.getByLabel('Nível').selectOption('Gerente')
    await page
      .getByRole('alertdialog', { name: 'Alterar o nível?' })
      .getByRole('button', { name: 'Alterar' })
      .click()
    await page.getByText('Nível alterado.').waitFor()
    await page.getByLabel('Todos os estacionamentos').check()
    await button('Salvar').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Alterar' }).click()
    await page.getByText('Estacionamentos alterados.').waitFor()
    await page.getByRole('definition').filter({ hasText: 'Todos' }).waitFor()
    await button('Encerrar todos os acessos').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
    await page.getByText('Acessos encerrados.').waitFor()

    await open(`#/staff/users?q=${person.email}`)
    await expect.poll(() => page.getByRole('table', { name: 'Pessoas' }).getByRole('row').count()).toBe(2)
    await page.getByRole('cell', { name: 'Gerente' }).waitFor()
  })
})

describe('the audit trail', () => {
  it('tells who changed what, narrowed by kind and person', async () => {
    await open('#/staff/audit')
    await page.getByText('Chave revogada').first().waitFor()
    await page.getByLabel('O quê').selectOption('Pessoa')
    await page.getByText('Nível alterado').first().waitFor()
    await expect.poll(() => page.getByText('Chave revogada').count()).toBe(0)
    await page.getByLabel('Quem').selectOption({ label: 'Alice Prado' })
    await page.getByText('Nível alterado').first().waitFor()
    await page.getByText('Supervisor').first().waitFor()
  })
})

describe('the register, at another desk', () => {
  let other: Page
  onAPhone((fresh) => ({ page: other } = fresh))

  it('a manager sees people, and nothing that changes them', async () => {
    await openDesk(other, 2, 'users?level=10')
    await other.getByRole('link', { name: 'Sônia Leal' }).click()
    await other.getByRole('heading', { name: 'Sônia Leal' }).waitFor()
    expect(await other.getByRole('button', { name: /autenticador|acessos|convite/ }).count()).toBe(0)
    expect(await other.getByLabel('Nível').count()).toBe(0)
  })
})
