import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { desktop, phone } from './support/browser.ts'
import { callAs } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectPixelsUpTo } from './support/views/pixels.ts'
import { openDesk, staffBrowser, staffPerson } from './support/staff.ts'
import { expectNothingWider } from './support/sound.ts'
import { portalUrl } from './support/portal.ts'
import { correct } from './support/steps.ts'

let browser: Browser
let page: Page
onAPhone((fresh) => ({ browser, page } = fresh))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

const refused = 'Você não tem permissão para esta ação.'

describe('car parks and tariffs', () => {
  it(
    'a supervisor sees car parks and tariffs, and no control that changes them',
    { tags: 'deep' },
    async () => {
      await openDesk(page, 10, 'lots')
      await heading(page, 'Estacionamentos').waitFor()
      const table = page.getByRole('table', { name: 'Estacionamentos' })
      await table.getByRole('link', { name: 'Aeroporto' }).waitFor()
      expect(await link(page, 'Adicionar estacionamento').count()).toBe(0)
      await table.getByRole('link', { name: 'Aeroporto' }).click()
      await page.getByText('Vagas para pessoas idosas').waitFor()
      expect(await button(page, /Salvar/).count()).toBe(0)
      expect(await link(page, /Nova versão/).count()).toBe(0)
      const versions = page.getByRole('table', { name: 'Versões da tarifa' })
      await versions.getByText('Em vigor').waitFor()
      await versions.getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Preço conforme a permanência' }).waitFor()
      await page.getByText('No máximo por 24 h').waitFor()
      expect(await button(page, /Salvar/).count()).toBe(0)
      await page.goto(`${portalUrl()}/#/staff/lots/new`)
      await page.getByText(refused).waitFor()
    },
  )

  it('the time zone follows the city until somebody changes it; another one is asked about', async () => {
    await openDesk(page, 2, 'lots/new')
    const zone = page.getByLabel('Fuso horário')
    const chooseCity = async (name: string) => {
      await page.getByRole('combobox', { name: 'Cidade' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    for (const [city, expected] of [
      ['Porto Velho - RO', 'America/Manaus'],
      ['Tabatinga - AM', 'America/Rio_Branco'],
      ['Fernando de Noronha - PE', 'America/Noronha'],
    ] as const) {
      await chooseCity(city)
      await expect.poll(() => zone.inputValue()).toBe(expected)
    }
    await zone.selectOption('America/Sao_Paulo')
    await chooseCity('Manaus - AM')
    await page.getByLabel('Nome').fill('Pátio do fuso')
    await page.getByLabel('Vagas comuns').fill('40')
    await button(page, 'Salvar').click()
    const question = page.getByRole('alertdialog', { name: 'Salvar com outro fuso horário?' })
    await question.getByText(/^Manaus - AM usa o fuso Amazonas/).waitFor()
    await question.getByRole('button', { name: 'Voltar' }).click()
    await expect.poll(() => zone.inputValue()).toBe('America/Sao_Paulo')
    expect(await page.getByLabel('Nome').inputValue()).toBe('Pátio do fuso')
  })

  it('a manager adds a car park and a tariff, and sees its prices before saving', async () => {
    await openDesk(page, 2, 'lots')
    await link(page, 'Adicionar estacionamento').click()
    await heading(page, 'Novo estacionamento').waitFor()
    await button(page, 'Salvar').click()
    await page.getByText('Campo obrigatório.').waitFor()
    await correct(page.getByLabel('Nome'), 'Pátio do teste')
    const city = page.getByRole('combobox', { name: 'Cidade' })
    await city.fill('londrina')
    await page.getByRole('option', { name: 'Londrina - PR', exact: true }).click()
    await page.getByLabel('Vagas comuns').fill('40')
    await button(page, 'Salvar').click()
    await heading(page, 'Pátio do teste').waitFor()
    await page.getByText('Cadastre a tarifa: sem ela nenhum carro entra.').waitFor()
    await expect.poll(() => city.inputValue()).toBe('Londrina - PR')
    await page.getByRole('heading', { name: 'Sem tarifa' }).waitFor()
    await link(page, 'Nova versão da tarifa').click()
    await heading(page, 'Tarifa').waitFor()
    await page.getByText('Preencha os campos para ver os preços.').waitFor()
    await page.getByLabel('Nome').fill('Tarifa de teste')
    await page.getByLabel('Custa (R$)').fill('10')
    await page.getByLabel('Mais (R$)').fill('3,50')
    const stay = page.getByRole('slider', { name: 'Permanência' })
    await stay.waitFor()
    await page.getByText('2h00min: R$ 13,50').waitFor()
    await stay.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('2h05min: R$ 17,00').waitFor()
    await page.getByText('Ver como tabela').click()
    const prices = page.getByRole('table', { name: 'Preços conforme a permanência' })
    await prices.getByText('R$ 90,50').waitFor()
    await page.getByLabel('Tipo').selectOption('overnight')
    await page.getByLabel('Pernoite (R$)').fill('12')
    await page.getByLabel('Das', { exact: true }).fill('19:00')
    await page.getByLabel('Entrada às').fill('20:00')
    await prices.getByText('R$ 12,00').first().waitFor()
    await page.getByLabel('Mais (R$)').fill('-1')
    await page.getByText('Há um campo a corrigir').waitFor()
    await page.getByLabel('Mais (R$)').fill('3,5')
    await button(page, 'Salvar nova versão').click()
    await heading(page, 'Pátio do teste').waitFor()
    const versions = page.getByRole('table', { name: 'Versões da tarifa' })
    await versions.getByText('Por frações, com pernoite').waitFor()
  })

  it('a manager plans a tariff by days and hours for Monday, and withdraws it', async () => {
    await openDesk(page, 2, 'lots/3/tariff', phone)
    await page.getByLabel('Tipo').selectOption('calendar')
    await button(page, 'Adicionar linha').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('rows-0')
    await page.getByLabel('Começa').selectOption('monday')
    await button(page, 'Salvar nova versão').click()
    const [name, first, more] = ['Nome da linha', 'Custa (R$)', 'Mais (R$)'].map((label) =>
      page.getByLabel(label).first(),
    )
    await page.getByText('Informe um valor.').first().waitFor()
    await name?.fill('Fim de semana')
    await first?.fill('20')
    await more?.fill('5')
    await page.getByText('Fim de semana (sáb e dom)').waitFor()
    const rows = page.getByRole('group', { name: 'Dias e horários' })
    await rows.getByText('Demais horários', { exact: true }).click()
    await button(page, 'Remover Demais horários').click()
    const gap = rows.getByText('Falta uma linha para os demais horários.')
    await gap.waitFor()
    await page.getByLabel('Das', { exact: true }).nth(1).fill('00:00')
    await page.getByLabel('Até', { exact: true }).nth(1).fill('00:00')
    await gap.waitFor({ state: 'hidden' })
    for (const [move, moved] of [
      ['Subir', /^1Dia útil/],
      ['Descer', /^2Dia útil/],
    ] as const) {
      await button(page, `${move} Dia útil`).click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(moved)
    }
    await button(page, 'Salvar nova versão').click()
    const versions = page.getByRole('table', { name: 'Versões da tarifa' })
    await versions.getByText(/^Começa em \d/).waitFor()
    await versions.getByRole('link').first().click()
    await page.getByText(/O que você salvar fica no lugar dela/).waitFor()
    await button(page, 'Retirar').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
    await versions.getByText('Retirada').waitFor()
  })

  it('a new version is listed beside the current one, which stays unchanged', { tags: 'deep' }, async () => {
    await openDesk(page, 2, 'lots/2/tariff')
    await page.getByText('Em vigor está a versão 1.').waitFor()
    await page.getByLabel('Mais (R$)').fill('4')
    await page.getByText('Em vigor (versão 1)').waitFor()
    await page.getByText('(em vigor: R$ 11,00)').waitFor()
    await button(page, 'Salvar nova versão').click()
    const versions = page.getByRole('table', { name: 'Versões da tarifa' })
    await versions.getByText('Em vigor').waitFor()
    expect(await versions.getByRole('row').count()).toBe(3)
    await versions.getByRole('link').last().click()
    await page.getByText('Começando da versão 1; em vigor está a 2.').waitFor()
  })
})

describe('the audit trail', () => {
  it(
    'shows the change of a capacity with the values before and after, and links to the lot',
    { tags: 'deep' },
    async () => {
      await openDesk(page, 2, 'lots/3')
      await page.getByLabel('Vagas comuns').fill('601')
      await button(page, 'Salvar').click()
      await page.getByText('Há 633 carros e só 601 vagas comuns. Confira a capacidade.').waitFor()
      await page.goto(`${portalUrl()}/#/staff/audit?subject=lot`)
      await page.getByText('Vagas comuns: 900 → 601').waitFor()
      await link(page, 'Estacionamento Aeroporto').first().click()
      await heading(page, 'Aeroporto').waitFor()
    },
  )
})

it('on a phone the save button is not covered by the bar', async () => {
  await openDesk(page, 2, 'lots/new', phone)
  const save = await button(page, 'Salvar').boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Áreas da administração' }).boundingBox()
  if (!save || !bar) throw new Error('nothing to measure')
  expectPixelsUpTo(save.y + save.height, bar.y)
})

describe('every screen of the menu', () => {
  it.each([
    { who: 'a manager', level: 2, lots: null },
    { who: 'a manager of one lot', level: 2, lots: [1] },
    { who: 'a supervisor of one lot', level: 10, lots: [1] },
  ] as const)(
    'opens for $who at both sizes, without an error or data of another lot',
    { tags: 'deep' },
    async ({ level, lots }) => {
      const admin = await staffBrowser(browser, 1)
      const { email } = await staffPerson(level)
      const users = await callAs(admin, `/api/staff/users?q=${email}`)
      const bind = (choice: object) =>
        callAs(admin, `/api/staff/users/${String(at(users, 'data.0.id'))}`, {
          method: 'PUT',
          data: { level, ...choice },
        })
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('response', (reply) => {
        if (reply.status() >= 400) faults.push(`${reply.status()} ${reply.url()}`)
      })
      try {
        if (lots !== null) await bind({ all_lots: false, lot_ids: lots })
        await openDesk(page, level, '')
        const places = page.getByRole('navigation', { name: 'Áreas da administração' })
        await places.getByRole('link', { name: 'Fechamentos' }).waitFor()
        const addresses = await places
          .getByRole('link')
          .evaluateAll((links) =>
            links.map((one) => one.getAttribute('href') ?? '').filter((href) => href.startsWith('#/staff')),
          )
        expect(addresses.length).toBeGreaterThan(8)
        for (const address of addresses) {
          await page.goto('about:blank')
          await page.goto(`${portalUrl()}/${address}`)
          await page.locator('h1').waitFor()
          await page.waitForFunction(
            () => !document.querySelector('#frame[aria-busy], #conteudo :is([data-waiting], [aria-busy])'),
          )
          const text = await page.locator('body').innerText()
          const wrong =
            lots === null
              ? [/Não foi possível|não tem permissão/]
              : [/Não foi possível|não tem permissão/, /Shopping Norte|Aeroporto/]
          faults.push(...wrong.filter((one) => one.test(text)).map((one) => `${address}: ${one}`))
          for (const size of [desktop, phone]) await expectNothingWider(page, size)
        }
      } finally {
        await bind({ all_lots: true })
        await admin.close()
      }
      expect(faults).toEqual([])
    },
  )
})
