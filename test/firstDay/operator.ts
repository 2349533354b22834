import type { Page } from 'playwright-core'
import { codeAt } from '#staff/server/totp.ts'
import { admin } from './portal.ts'
import type { Shoot } from './shoot.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Signs in with the code of the authenticator. */
export async function signIn(page: Page, url: string, code: string): Promise<void> {
  await typePassword(page, url)
  await page.getByLabel('Código de 6 dígitos').fill(code)
  await button(page, 'Continuar').click()
  await heading(page, 'Painel').waitFor()
}

async function typePassword(page: Page, url: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${url}/#/login/?to=staff.dashboard`)
  await page.getByRole('button', { name: 'Aceitar' }).click()
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Senha', { exact: true }).fill(admin.password)
  await button(page, 'ENTRAR').click()
}

/** The first sign-in of the first admin; answers the secret of the authenticator. */
export async function firstSignIn(page: Page, url: string, shoot: Shoot): Promise<string> {
  await typePassword(page, url)
  const field = page.getByLabel('Código de 6 dígitos')
  await field.waitFor()
  await shoot(page, 'authenticator')
  const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '')
  await field.fill(codeAt(secret, new Date()))
  await button(page, 'Continuar').click()
  await page.getByText('Códigos de recuperação').waitFor()
  await button(page, 'Continuar').click()
  await page.getByText('Primeiros passos').waitFor()
  await shoot(page, 'first-steps')
  return secret
}

export async function saveIdentity(page: Page, url: string, shoot: Shoot): Promise<void> {
  await page.goto(`${url}/#/staff/settings`)
  await page.getByLabel('Nome do operador').fill('Garagem da Ana')
  await page.getByLabel('CNPJ').fill('11444777000161')
  await shoot(page, 'settings')
  await page.getByRole('link', { name: 'Contato', exact: true }).click()
  await page.getByLabel('E-mail', { exact: true }).fill('contato@garagem.example')
  await page.getByLabel('WhatsApp').fill('41998765432')
  await page.getByLabel('Telefone').fill('0800 123 4567')
  await button(page, 'Salvar').click()
  await page.getByText('Registro salvo.').waitFor()
}

export async function registerLot(page: Page, url: string, shoot: Shoot): Promise<void> {
  await page.goto(`${url}/#/staff/lots/new`)
  await heading(page, 'Novo estacionamento').waitFor()
  await page.getByLabel('Nome').fill('Garagem Centro')
  await page.getByRole('combobox', { name: 'Cidade' }).fill('curitiba')
  await page.getByRole('option', { name: 'Curitiba - PR', exact: true }).click()
  await page.getByLabel('Vagas comuns').fill('80')
  await button(page, 'Salvar').click()
  await page.getByRole('link', { name: 'Nova versão da tarifa' }).click()
  await heading(page, 'Tarifa').waitFor()
  await page.getByLabel('Nome').fill('Tarifa comum')
  await page.getByLabel('Custa (R$)').fill('10')
  await page.getByLabel('Mais (R$)').fill('3,50')
  await page.getByRole('slider', { name: 'Permanência' }).waitFor()
  await shoot(page, 'tariff')
  await button(page, 'Salvar nova versão').click()
  await page.getByRole('table', { name: 'Versões da tarifa' }).waitFor()
}

/** Answers the device's key. */
export async function registerDevice(page: Page, url: string, shoot: Shoot): Promise<string> {
  await page.goto(`${url}/#/staff/devices/new`)
  await heading(page, 'Novo equipamento').waitFor()
  await page.getByLabel('Nome').fill('Cancelas')
  await page.getByLabel('Garagem Centro').check()
  await button(page, 'Salvar').click()
  const dialog = page.getByRole('alertdialog', { name: 'Chave do equipamento' })
  const key = await dialog.locator('code').innerText()
  await shoot(page, 'device')
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  return key
}

const publicPages = [
  ['contact', 'Precisa de ajuda com um ticket'],
  ['terms/privacyPolicy', 'Contato de proteção de dados'],
] as const

/** The texts of the public pages. */
export async function readPublicPages(page: Page, url: string): Promise<string> {
  const texts: string[] = []
  for (const [path, shown] of publicPages) {
    await page.goto(`${url}/#/${path}`)
    await page.getByText(shown).first().waitFor()
    await page.getByText('Todos os direitos reservados.').waitFor()
    texts.push(await page.locator('body').innerText())
  }
  return texts.join('\n')
}

/** Opens the only lot's till, and takes cash for a ticket; the till stays open. */
export async function takeAtCounter(
  page: Page,
  { url, code }: { url: string; code: string },
  shoot: Shoot,
): Promise<void> {
  await page.goto(`${url}/#/staff/till`)
  await page.getByRole('heading', { name: 'Abrir o caixa de Garagem Centro' }).waitFor()
  await page.getByLabel('Fundo de troco').fill('100')
  await button(page, 'ABRIR CAIXA').click()
  await page.getByLabel('Ticket ou placa').fill(code)
  await page.keyboard.press('Enter')
  await page.getByLabel('Recebido').fill('20')
  await page.getByText('R$ 6,50').first().waitFor()
  await shoot(page, 'counter')
  await button(page, 'RECEBER R$ 13,50').click()
  await page.getByText('Troco: R$ 6,50').first().waitFor()
}

export async function readClosing(page: Page, url: string, shoot: Shoot): Promise<void> {
  await page.goto(`${url}/#/staff/closings`)
  await page.getByRole('table', { name: 'Fechamentos' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: /^Garagem Centro, / }).waitFor()
  for (const taken of ['R$ 13,50', 'Balcão, dinheiro', 'R$ 27,00'])
    await page.getByText(taken).first().waitFor()
  await shoot(page, 'closing')
}
