import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { at } from '#test/support/client.ts'
import { connect, leave, newPhone, phone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { callAs, paidTicket, signedInCustomer } from './support/customer.ts'
import { stranger } from './support/people.ts'
import { chooseAction, offeredActions, openDesk, staffBrowser } from './support/staff.ts'
import { expectSound } from './support/sound.ts'
import { correct } from './support/steps.ts'
import { mailsTo, parkedCar } from './support/demo.ts'
import { disputed } from './support/views/acquirerSite.ts'
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
const callGate = (key: string) =>
  fetch(`${portalUrl()}/equipment/v1/events`, { headers: { authorization: `Bearer ${key}` } })

describe('devices', () => {
  it('get a key that is shown once, get a new key, and are revoked', async () => {
    const name = `Cancela ${Date.now()}`
    await open('#/staff/devices')
    await page.getByRole('link', { name: 'Adicionar equipamento' }).click()
    await heading('Novo equipamento').waitFor()
    await button('Salvar').click()
    await page.getByText('Campo obrigatório.').waitFor()
    await page.getByText('Escolha ao menos um estacionamento.').waitFor()
    await correct(page.getByLabel('Nome'), name)
    await page.getByRole('link', { name: 'Auditoria' }).click()
    await page
      .getByRole('alertdialog', { name: 'Sair sem salvar?' })
      .getByRole('button', { name: 'Continuar editando' })
      .click()
    await page.getByLabel('Aeroporto').check()
    await button('Salvar').click()
    const shown = page.getByRole('alertdialog', { name: 'Chave do equipamento' })
    const first = await shown.locator('code').innerText()
    expect((await callGate(first)).status).toBe(200)
    await shown.getByRole('button', { name: 'Já guardei' }).click()

    await page.getByRole('link', { name }).click()
    await heading(name).waitFor()
    await chooseAction(page, 'Trocar chave')
    await page
      .getByRole('alertdialog', { name: 'Trocar a chave?' })
      .getByRole('button', { name: 'Trocar' })
      .click()
    const second = await shown.locator('code').innerText()
    await shown.getByRole('button', { name: 'Já guardei' }).click()
    expect([(await callGate(first)).status, (await callGate(second)).status]).toEqual([401, 200])
    await chooseAction(page, 'Revogar chave')
    await page
      .getByRole('alertdialog', { name: 'Revogar a chave?' })
      .getByRole('button', { name: 'Revogar' })
      .click()
    await page.getByText('Chave revogada.').waitFor()
    expect((await callGate(second)).status).toBe(401)
    const proxy = await portalProxy()
    const arrive = proxy.faults.inject('late', /\/api\/parking\/stats/)
    await page.goto(`${proxy.url}/#/staff/devices/1`)
    await heading('Equipamento').waitFor()
    expect(await offeredActions(page)).toEqual([])
    arrive()
    await button('Mais ações').waitFor()
    await open('#/staff/devices?state=revoked')
    await page.getByRole('link', { name }).waitFor()
  })
})

describe('people', () => {
  it('are invited by an admin, get another level, and are signed out', async () => {
    const person = stranger()
    await open('#/staff/users')
    await page.getByRole('link', { name: 'Convidar alguém da equipe' }).click()
    await heading('Convidar alguém da equipe').waitFor()
    await page.getByLabel('Nome completo').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('CPF').fill(person.cpf)
    await page.getByLabel('Telefone').fill('41998765432')
    await page.getByLabel('Todos os estacionamentos').uncheck()
    await button('Enviar convite').click()
    await page.getByText('Escolha ao menos um estacionamento.').waitFor()
    await page.getByLabel('Garagem Centro').check()
    await button('Enviar convite').click()
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
    await chooseAction(page, 'Encerrar todos os acessos')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
    await page.getByText('Acessos encerrados.').waitFor()
    const trail = page.getByRole('listitem').filter({ hasText: 'Acessos encerrados' })
    await trail.filter({ hasText: 'Alice Prado' }).waitFor()

    await open(`#/staff/users?q=${person.email}`)
    await expect.poll(() => page.getByRole('table', { name: 'Pessoas' }).getByRole('row').count()).toBe(2)
    await page.getByRole('cell', { name: 'Gerente' }).waitFor()
  })
})

describe('staff of one car park', () => {
  const send = (path: string, data: object) => callAs(admin, path, { method: 'PUT', data })

  it('see its cars, closings and alerts, and none of another', { tags: 'deep' }, async () => {
    const limits = Object(at(await callAs(admin, '/api/staff/alert_settings'), 'entity'))
    const found = await callAs(admin, '/api/staff/users?level=10&q=S%C3%B4nia')
    const user = `/api/staff/users/${String(at(found, 'data.0.id'))}`
    onTestFinished(async () => {
      await send(user, { level: 10, all_lots: true })
      await send('/api/staff/alert_settings', limits)
      const open = await callAs(admin, '/api/staff/disputes?state=open')
      const data = { state: 'accepted', reason: 'Fim do teste' }
      await callAs(admin, `/api/staff/disputes/${String(at(open, 'data.0.id'))}/state`, { data })
      await expect.poll(() => disputesDue(admin)).toEqual([])
    })
    await send('/api/staff/alert_settings', { ...limits, dispute_days: 5 })
    const driver = await newPhone(browser)
    await signedInCustomer(driver)
    await disputed((await paidTicket(driver)).token)
    await driver.close()
    const elsewhere = await parkedCar(130, 2)
    await send(user, { level: 10, all_lots: false, lot_ids: [1] })

    const desk = await staffBrowser(browser, 10)
    const theirs = await desk.newPage()
    await theirs.goto(`${portalUrl()}/#/staff/`)
    const lots = theirs.getByRole('table', { name: 'Movimento de hoje' }).getByRole('rowheader')
    await lots.filter({ hasText: 'Garagem Centro' }).waitFor()
    expect(await lots.count()).toBe(1)
    await expect.poll(() => disputesDue(desk)).toEqual(['dispute_due'])
    for (const [area, name] of [
      ['tickets', 'Tickets'],
      ['closings', 'Fechamentos'],
      ['alerts', 'Avisos'],
    ]) {
      await theirs.goto(`${portalUrl()}/#/staff/${area}`)
      await theirs.getByRole('heading', { name, level: 1 }).waitFor()
      await theirs.waitForLoadState('networkidle')
      expect(await theirs.getByText(/Shopping Norte|Aeroporto/).count()).toBe(0)
    }
    await theirs.goto(`${portalUrl()}/#/staff/tickets/${elsewhere}`)
    await theirs.getByText('Não foi possível carregar o ticket').waitFor()
    const banner = theirs.getByRole('region', { name: 'Avisos em aberto' })
    await banner.getByText(/^Garagem Centro: Contestação do ticket/).waitFor()
    await theirs.setViewportSize(phone)
    await expectSound(theirs)

    await send(user, { level: 10, all_lots: false, lot_ids: [2] })
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Permanência' }).waitFor()
    await theirs.waitForLoadState('networkidle')
    expect(await banner.getByText(/^Garagem Centro/).count()).toBe(0)
    await desk.close()
  })

  /** Other files of this worker may cause alerts of other kinds. */
  async function disputesDue(desk: BrowserContext): Promise<string[]> {
    const { data } = z.parse(openList, await callAs(desk, '/api/staff/alerts?state=open'))
    return data.map(({ kind }) => kind).filter((kind) => kind === 'dispute_due')
  }
})

const openList = z.object({ data: z.array(z.object({ kind: z.string() })) })

describe('the audit trail', () => {
  it('shows who changed what, filtered by kind and person', async () => {
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

describe('the register of staff for a manager', () => {
  let other: Page
  onAPhone((fresh) => ({ page: other } = fresh))

  it('shows people, and no control that changes them', async () => {
    await openDesk(other, 2, 'users?level=10')
    await other.getByRole('link', { name: 'Sônia Leal' }).click()
    await other.getByRole('heading', { name: 'Sônia Leal' }).waitFor()
    expect(await other.getByRole('button', { name: /autenticador|acessos|convite/ }).count()).toBe(0)
    expect(await other.getByLabel('Nível').count()).toBe(0)
  })
})
