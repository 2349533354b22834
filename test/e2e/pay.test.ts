import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#test/support/process.ts'
import { readCalendarFile } from '#test/support/reporting/readCalendarFile.ts'
import { callAs, proveHuman } from './support/customer.ts'
import { withSettings } from './support/views/withSettings.ts'
import { mailsAbout, parkedCar, fetchDemo, printedCard } from './support/demo.ts'
import {
  expectAddressOfCep,
  type Counted,
  countedPerson,
  fillCard,
  goToCard,
  payWith,
  press,
  pressTwice,
  reach,
} from './support/steps.ts'
import { newPhone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectSound } from './support/sound.ts'
import { bottomOf, expectPixelsUpTo } from './support/views/pixels.ts'

let page: Page
const { open } = onAPhone((fresh) => ({ page } = fresh))

describe('a guest with a printed ticket and a phone of 360 x 740', () => {
  it('pays by credit card, reads the exit deadline, and gets the receipt; the next payment needs the card only', async () => {
    const code = (await fetchDemo()).tickets.find(({ note }) => note === 'em aberto')?.code ?? ''
    const person = countedPerson(page)
    await open(`#/ticket/read?ticket=${code}`)
    await fillPayer(person)
    const facts = await payWithCounted(person)
    // Street, district, city and the name on the card are filled in.
    expect(person.keys).toBeLessThanOrEqual(`${Object.values(maria).join('')}${facts}`.length + 3)
    expect(person.taps).toBe(6 + 1 + 3 + 6)
    const text = await page.locator('main').innerText()
    expect(text).toMatch(/Sair até[^]*R\$\s*7,00/i)
    expect(text.replace(/\s/g, '')).toContain(code)
    await until('receipt', async () => (await mailsAbout(code)).length === 1)
    const download = page.waitForEvent('download')
    await press(page, 'Pôr na agenda')
    expect(readCalendarFile(await readFile(await (await download).path())).get('VEVENT.SUMMARY')).toMatch(
      /^Sair até /,
    )

    await page.reload()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(/#\/ticket\/$/)

    const again = countedPerson(page)
    await open(`#/ticket/read?ticket=${await parkedCar(130)}`)
    await again.tap(page.getByRole('button', { name: 'PAGAR COM MEUS DADOS' }))
    const sheet = page.getByRole('dialog', { name: 'Confirme seus dados' }).filter({ hasText: 'R$ 7,00' })
    await sheet.getByText('Rua Doutor Muricy, •••, Centro, Curitiba - PR').waitFor()
    expect(await sheet.innerText()).not.toMatch(/maria@|99876-|529\.|247-25/)
    expectPixelsUpTo(await bottomOf(sheet.getByRole('button', { name: /^CONCORDAR/ })), 740)
    for (const link of ['Ler os termos e a política de privacidade', 'FALE CONOSCO'])
      expect(await sheet.getByRole('link', { name: link }).count()).toBe(1)
    await again.tap(page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }))
    await again.tap(page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }))
    await again.tap(page.getByLabel('Número do Cartão'))
    for (const fact of [await printedCard('aprovado'), '1230', '123']) {
      await page.keyboard.type(fact)
      if (fact !== '123') await page.keyboard.press('Enter')
    }
    await again.tap(page.getByRole('button', { name: /^PAGAR/ }))
    await page.getByRole('heading', { name: 'Pagamento concluído' }).waitFor()
    expect(again.taps).toBe(5)
  })

  it('pays with the keyboard alone', { tags: 'deep' }, async () => {
    const code = await parkedCar(130)
    await open(`#/ticket/read`)
    // The field already has the focus.
    await expect.poll(() => focusedName(page)).toBe('ticket')
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await press(page, 'IR PARA PAGAMENTO')
    await page.getByRole('heading', { name: 'Preencha seus dados' }).waitFor()
    await reach(page, field(page, 'Nome completo'))
    // Enter moves from field to field, and submits from the last.
    for (const text of ['Maria de Souza', 'maria@exemplo.com.br', '41998765432', '52998224725']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: 'Preencha seus endereço' }).waitFor()
    // Without a CEP the list of cities begins with the lot's, then its state's.
    await reach(page, field(page, 'Cidade'))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Curitiba - PR' }).waitFor()
    expect((await page.getByRole('option').allInnerTexts()).slice(0, 2)).toEqual([
      'Curitiba - PR',
      'Abatiá - PR',
    ])
    await page.keyboard.press('Escape')
    await typeInto(page, { CEP: '99999999', Endereço: 'Rua XV', Número: '100', Bairro: 'Centro' })
    await page.getByText('Não encontramos este CEP.').waitFor()
    await reach(page, field(page, 'Cidade'))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.type('curitiba')
    await page.getByRole('option', { name: 'Curitiba - PR' }).waitFor()
    await page.keyboard.press('Enter')
    await press(page, 'AVANÇAR')
    await press(page, 'CONCORDAR E IR PARA PAGAMENTO')
    await press(page, 'CARTÃO DE CRÉDITO')
    await page.getByLabel('Número do Cartão').waitFor()
    const card = await printedCard('aprovado')
    await typeInto(page, {
      'Número do Cartão': card,
      Validade: '1230',
      CVV: '123',
    })
    await page.keyboard.press('Enter')
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })
})

it(
  'the phone keyboard’s action key is labelled by what it does, and skips no field of a Pix',
  { tags: 'deep' },
  async () => {
    await proveHuman(page.context())
    const account = `#/ticket/account?ticket=${await parkedCar(130)}`
    const keys = () =>
      page
        .locator('input[enterkeyhint]')
        .evaluateAll((all) => all.map((input) => input.getAttribute('enterkeyhint')))
    await open(account)
    await expect.poll(keys).toEqual(['next', 'next', 'next', 'done'])
    await page.getByText('Quero criar uma conta').check()
    await expect.poll(keys).toEqual(['next', 'next', 'next', 'next', 'next', 'done'])
    await open(`${account}&method=pix`)
    await expect.poll(keys).toEqual(['next', 'next', 'done'])
    await page.getByLabel('Nome completo').focus()
    for (const text of ['Maria de Souza', '52998224725']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => focusedName(page)).toBe('email')
    await page.keyboard.type('maria@exemplo.com.br')
    await page.keyboard.press('Enter')
    await page.getByAltText(/QR code do Pix/).waitFor()
  },
)

describe('a card that is not approved at once', () => {
  it('refused: shows the reason in Portuguese, keeps all typed data but the CVV, and accepts another card', async () => {
    await goToCard(page, await parkedCar(130))
    await payWith(page, await printedCard('recusado: não autorizado'))
    await page
      .getByText(/não autorizado/i)
      .first()
      .waitFor()
    expect(await page.getByLabel('Nome no cartão').inputValue()).toBe('MARIA SOUZA')
    expect(await page.getByLabel('CVV').inputValue()).toBe('')
    await page.getByText('pague na máquina de pagamento ou no caixa').waitFor()
    await payWith(page, await printedCard('aprovado'))
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  it('no answer: warns not to pay again, and shows the outcome once it is known', async () => {
    await goToCard(page, await parkedCar(130))
    await payWith(page, await printedCard('sem resposta'))
    await page.getByText('Estamos confirmando o pagamento com o banco. Não pague de novo.').first().waitFor()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  it('debit: authenticated in the frame and paid; the open frame is accessible, has the focus, and nothing is charged yet', async () => {
    await goToCard(page, await parkedCar(130), 'DÉBITO')
    await payWith(page, await printedCard('aprovado'))
    await asked(page).waitFor()
    await page.getByText('Nada foi cobrado ainda.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('title')))
      .toBe(frameTitle)
    await expectSound(page)
    await asked(page).click()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  describe('debit', { tags: 'deep' }, () => {
    it('Abandonar and Não autenticado lead back with a reason, and credit can still pay', async () => {
      await goToCard(page, await parkedCar(130), 'DÉBITO')
      for (const [choice, reason] of [
        ['Abandonar', /autenticação no banco não foi concluída/i],
        ['Não autenticado', /autenticar o cartão/i],
      ] as const) {
        await payWith(page, await printedCard('aprovado'))
        await asked(page, choice).click()
        await page.getByText(reason).first().waitFor()
      }
      await page.getByRole('button', { name: 'Alterar forma de pagamento' }).click()
      await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
      await payWith(page, await printedCard('aprovado'))
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    })

    it('paid without a challenge if the bank requires none; Escape and Cancelar return the focus', async () => {
      await goToCard(page, await parkedCar(130), 'DÉBITO')
      await payWith(page, await printedCard('aprovado'))
      await asked(page).waitFor()
      await page.getByRole('button', { name: 'Cancelar' }).last().focus()
      await page.keyboard.press('Escape')
      await page
        .getByText(/não foi concluída. Nada foi cobrado/)
        .first()
        .waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await page.getByLabel('CVV').fill('123')
      await page.getByRole('button', { name: /^PAGAR/ }).press('Enter')
      await asked(page).waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^PAGAR/)
      await payWith(page, await printedCard('débito: autenticado sem perguntar'))
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    })

    it('a card that does not support authentication is reported; after a reload during the challenge the card is typed again', async () => {
      await goToCard(page, await parkedCar(130), 'DÉBITO')
      await payWith(page, await printedCard('débito: sem autenticação'))
      await page
        .getByText(/não participa da autenticação/)
        .first()
        .waitFor()
      await payWith(page, await printedCard('aprovado'))
      await asked(page).waitFor()
      await page.reload()
      await page.getByText('Digite o cartão de novo. Nada foi cobrado.').first().waitFor()
      expect(await page.getByLabel('Número do Cartão').inputValue()).toBe('')
      await payWith(page, await printedCard('aprovado'))
      await asked(page).click()
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    })
  })

  it('cancelled: confirms first, then leads to the site root; the payment is cancelled and the number stays', async () => {
    const code = await parkedCar(130)
    await goToCard(page, code)
    const url = page.url()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('alertdialog').getByRole('button').first().waitFor()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /cancelar/i })
      .last()
      .click()
    await page.waitForURL(/#\/ticket\/$/)
    await open(`#/ticket/read`)
    await expect.poll(() => page.getByLabel('Número do ticket').inputValue()).toBe(code)
    await page.goto(url)
    await page
      .getByText(/cancelado/i)
      .first()
      .waitFor()
  })

  it(
    'changed to debit by another tab: nothing is charged, the screen shows the change, typed data stay',
    { tags: 'deep' },
    async () => {
      await goToCard(page, await parkedCar(130))
      const token = /payment\/([0-9a-f]{32})/.exec(page.url())?.[1] ?? ''
      await fillCard(page, await printedCard('aprovado'))
      const typed = await page.getByLabel('Número do Cartão').inputValue()
      await callAs(page.context(), `/api/pm_transaction/${token}/changeType`, { data: { payment_type: 2 } })
      await page.getByRole('button', { name: /^PAGAR/ }).click()
      await page
        .getByText(/mudou para débito enquanto você olhava. Nada foi cobrado/)
        .first()
        .waitFor()
      await page.getByRole('heading', { name: 'Cartão de débito' }).waitFor()
      expect(await page.getByLabel('Número do Cartão').inputValue()).toBe(typed)
      await page.getByLabel('CVV').fill('123')
      await page.getByRole('button', { name: /^PAGAR/ }).click()
      await asked(page).click()
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    },
  )

  it('an outdated page charges nothing, reloads itself, and pays then', async () => {
    await goToCard(page, await parkedCar(130))
    await fillCard(page, await printedCard('aprovado'))
    await page.evaluate(() => document.querySelector('meta[name="api-token"]')?.setAttribute('content', 'x'))
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await reloaded
    await fillCard(page, await printedCard('aprovado'))
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  it('PAGAR pressed twice makes one payment', async () => {
    const code = await parkedCar(130)
    await goToCard(page, code)
    await fillCard(page, await printedCard('aprovado'))
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) sent += 1
    })
    await pressTwice(page.getByRole('button', { name: /^PAGAR/ }))
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    expect(sent).toBe(1)
  })
})

describe('a card whose bank answers slowly', { tags: 'deep' }, () => {
  // Its clock is frozen.
  onAPhone((fresh) => ({ page } = fresh), newPhone)

  it('credit with 3DS while debit is switched off: no debit button; a slow bank is reported, then it is paid', async () => {
    const code = await parkedCar(2_000)
    const chosen = { creditAuthentication: 'challenge', creditAuthenticationFrom: 30, payDebit: false }
    await withSettings(chosen, async () => {
      await page.clock.install()
      await goToCard(page, code)
      await page.getByRole('button', { name: 'Alterar forma de pagamento' }).click()
      await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).waitFor()
      expect(await page.getByRole('button', { name: 'CARTÃO DE DÉBITO' }).count()).toBe(0)
      await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
      await payWith(page, await printedCard('aprovado'))
      await asked(page).waitFor()
      await page.clock.fastForward('10:01')
      await page
        .getByText(/demorou demais. Nada foi cobrado/)
        .first()
        .waitFor()
      await payWith(page, await printedCard('aprovado'))
      await asked(page).click()
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    })
  })
})

const frameTitle = 'Autenticação no seu banco'

/** A button of the bank's challenge, in its frame inside ours. */
function asked(page: Page, choice = 'Autenticado') {
  const bank = page.frameLocator(`iframe[title="${frameTitle}"]`).frameLocator('iframe')
  return bank.getByRole('button', { name: choice, exact: true })
}

const maria = {
  'Nome completo': 'Maria de Souza',
  'E-mail': 'maria@exemplo.com.br',
  Telefone: '41998765432',
  CPF: '52998224725',
  CEP: '80020310',
  Número: '100',
} as const

/** From the price to the terms: types the unknown data and asks to be remembered. */
async function fillPayer(person: Counted): Promise<void> {
  const advance = page.getByRole('button', { name: 'AVANÇAR' })
  await person.tap(page.getByRole('button', { name: 'IR PARA PAGAMENTO' }))
  for (const label of ['Nome completo', 'E-mail', 'Telefone', 'CPF'] as const)
    await person.type(label, maria[label])
  await person.tap(page.getByText('Lembrar neste aparelho'))
  expect(await page.getByLabel('Lembrar neste aparelho').isChecked()).toBe(true)
  await person.tap(advance)
  await person.type('CEP', maria.CEP)
  await expectAddressOfCep(page)
  await person.type('Número', maria.Número)
  await person.tap(advance)
}

/** From the terms to the end. Answers what was typed of the card; the name is suggested. */
async function payWithCounted(person: Counted): Promise<string> {
  await person.tap(page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }))
  await person.tap(page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }))
  const facts = { 'Número do Cartão': await printedCard('aprovado'), Validade: '1230', CVV: '123' }
  await page.getByLabel('Número do Cartão').waitFor()
  expect(await page.getByLabel('Nome no cartão').inputValue()).toBe('MARIA DE SOUZA')
  await person.type('Número do Cartão', facts['Número do Cartão'])
  await person.type('Validade', facts.Validade)
  await person.type('CVV (opcional)', facts.CVV)
  await person.tap(page.getByRole('button', { name: /^PAGAR/ }))
  await page.getByRole('heading', { name: 'Pagamento concluído' }).waitFor()
  await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  return Object.values(facts).join('')
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

function field(page: Page, label: string): Locator {
  const name = new RegExp(`^${label}( \\(opcional\\))?$`)
  return page.getByLabel(name).or(page.getByRole('combobox', { name })).first()
}

async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await reach(page, field(page, label))
    await page.keyboard.type(text)
  }
}
