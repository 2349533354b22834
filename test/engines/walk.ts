import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portalUrl, sharedPortal } from '#test/e2e/support/portal.ts'
import { mailsAbout, parkedCar, printedCard } from '#test/e2e/support/demo.ts'
import { until } from '#test/support/process.ts'
import type { Engine } from './engine.ts'
import { atTheScreen, type Person } from './person.ts'

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

/** The main job, floating elements, and a screen of the back office, in this engine. One person after the other. */
export function walk(start: (url: string) => Promise<Engine>): void {
  let engine: Engine
  let person: Person
  beforeAll(async () => {
    engine = await start(portalUrl())
    await engine.resize(phone)
    person = atTheScreen(engine, portalUrl())
  })
  afterAll(() => engine?.close())

  it('a guest pays a ticket by card, sees until when to leave, and gets the receipt', async () => {
    const code = await parkedCar(130)
    await person.open('#/ticket/')
    await person.see('Pague seu estacionamento')
    await person.expectSound('the public home')
    await person.open('#/ticket/read')
    await person.fill('Número do ticket', code)
    await person.tap('button', 'CONSULTAR VALOR')
    await person.see('Verifique o valor')
    await person.expectSound('the value')
    await person.tap('button', 'IR PARA PAGAMENTO')
    await fillData(person)
    await fillAddress(person)
    await person.tap('button', 'CONCORDAR E IR PARA PAGAMENTO')
    await person.tap('button', 'CARTÃO DE CRÉDITO')
    await person.fill('Número do Cartão', await printedCard('aprovado'))
    await person.fill('Validade', '1230')
    await person.fill('CVV...', '123')
    await person.expectSound('the card')
    await person.tap('button', 'PAGAR...')
    await person.see('Pagamento recebido com sucesso!')
    expect(await person.read()).toMatch(/R\$\s*7,00/)
    expect(await person.read()).toMatch(/Sair até/i)
    await person.expectSound('paid')
    await until('receipt', async () => (await mailsAbout(code)).length === 1)
  })

  describe('floating elements', () => {
    it('a notice floats over the screen, covers only its own place, and closes', async () => {
      await person.open('#/dev/ui')
      await person.tap('button', 'Aviso danger')
      await person.see('Aviso danger, por 60 s.')
      await person.expectSound('a notice')
      // Elements beside it take taps, and so does the notice, over a dialog too.
      await person.tap('button', 'Janela')
      await person.see('As operadoras de cartão pedem o endereço')
      await person.expectSound('a dialog and a notice')
      await person.tap('button', 'Fechar aviso')
      await person.gone('Aviso danger, por')
      await person.tap('button', 'Entendi')
      await person.gone('As operadoras de cartão pedem o endereço')
    })

    it('a question', async () => {
      await person.tap('button', 'Excluir')
      await person.see('Excluir registro?')
      await person.expectSound('a question')
      await person.tap('button', 'Cancelar')
      await person.see('Mantido.')
    })

    it('a list to choose from', async () => {
      await person.fill('Cidade', 'curitiba', 'combobox')
      await person.expectSound('a list')
      await person.tap('option', 'Curitiba - PR')
      await person.holds('combobox', 'Cidade', 'Curitiba - PR')
      await person.expectSound('chosen')
    })
  })

  it('the desk: the phone’s menu, and a day’s transactions on a large screen', async () => {
    const cookies = sharedPortal().staffCookies[1]
    for (const [name, value] of Object.entries(cookies ?? {})) await engine.addCookie(name, value)
    // As in a new tab.
    await engine.ask('sessionStorage.clear()')
    await person.open('?desk#/staff/')
    await person.stands('heading', 'Painel')
    await person.expectSound('the dashboard on a phone')
    await person.tap('button', 'Dinheiro')
    await person.tap('link', 'Conciliação')
    await person.stands('heading', 'Conciliação')
    await person.open('#/staff/transactions')
    await person.stands('heading', 'Transações')
    await engine.resize(desktop)
    await person.expectSound('transactions on a large screen')
  })
}

async function fillData(person: Person): Promise<void> {
  await person.fill('Nome completo', 'Maria de Souza')
  await person.fill('E-mail', 'maria@exemplo.com.br')
  await person.fill('Telefone', '41998765432')
  await person.fill('CPF', '52998224725')
  await person.expectSound('data of the payer')
  await person.tap('button', 'AVANÇAR')
}

async function fillAddress(person: Person): Promise<void> {
  await person.fill('CEP', '80010000')
  await person.fill('Endereço', 'Rua XV de Novembro')
  await person.fill('Número', '100')
  await person.fill('Bairro', 'Centro')
  await person.see('Preenchemos a cidade pelo CEP.')
  await person.expectSound('the address')
  await person.tap('button', 'AVANÇAR')
}
