// npm run bench:driver [-- runs]: a scripted person on a shaped line, from the link on the ticket to 'Sair até'.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { humanClientAt } from '../test/e2e/support/human.ts'
import { address, cardBody, must, openTransaction, payer } from '../test/support/flow.ts'
import { enterCar } from '../test/support/garage/gate.ts'
import { freshCpf } from '../test/support/people.ts'
import { startProcess } from '../test/support/process.ts'
import { listen } from '../test/support/wire/listen.ts'
import { buildWeb } from '../tools/build.ts'
import { findChromium } from '../tools/steps/chromium.ts'
import { type ScriptedUser, scriptedUserAt, keyMs, tapMs } from './page/scriptedUser.ts'
import { median } from './median.ts'
import { type Line, shapeLine } from './page/ready.ts'

/** 400 ms, 50 kB/s, a processor four times as slow. */
const line: Line = { rttMs: 400, kbps: 400, cpuSlowdown: 4 }
const card = '4000000000000010'
/** The delay of a fast postal code service. */
const postalMs = 150

const maria = {
  'Nome completo': payer.name,
  'E-mail': payer.email,
  Telefone: '41998765432',
  CPF: '52998224725',
} as const

const who = {
  first: 'guest, first time',
  remembered: 'guest, remembered',
  account: 'signed in, saved card',
} as const

type Minute = { totalMs: number; taps: number; keys: number }

const runs = Number(process.argv[2] ?? 3)
const dataDir = mkdtempSync(join(tmpdir(), 'guiche-driver-'))
const postal = createServer((_, response) => {
  const found = { logradouro: 'Rua Doutor Muricy', bairro: 'Centro', localidade: 'Curitiba', uf: 'PR' }
  setTimeout(() => response.end(JSON.stringify(found)), postalMs)
})
const postalUrl = `http://127.0.0.1:${await listen(postal)}`
await buildWeb({ quiet: true })
const portal = await startProcess({ DATA_DIR: dataDir, CAPTCHA: 'altcha', CEP_URL: postalUrl })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  printRows(await measure(browser))
} finally {
  await browser.close()
  await portal.stop()
  postal.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(browser: Browser): Promise<Record<keyof typeof who, Minute[]>> {
  const found: Record<keyof typeof who, Minute[]> = { first: [], remembered: [], account: [] }
  for (let run = 0; run < runs; run += 1) {
    const guest = await phone(browser)
    found.first.push(await minute(guest, payFirst))
    found.remembered.push(await minute(guest, payRemembered))
    await guest.close()
    const customer = await phone(browser)
    await signIn(customer)
    found.account.push(await minute(customer, payWithSaved))
    await customer.close()
  }
  return found
}

/** A phone that has answered the cookie dialog. */
async function phone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  })
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url: portal.url }])
  return context
}

/** One purchase in a tab of its own, measured until it is paid. */
async function minute(
  context: BrowserContext,
  pay: (page: Page, hand: ScriptedUser) => Promise<void>,
): Promise<Minute> {
  const code = await enterCar(portal.url)
  const page = await context.newPage()
  await shapeLine(page, line)
  const hand = scriptedUserAt(page)
  const start = performance.now()
  await page.goto(`${portal.url}/#/ticket/read?ticket=${code}`, { waitUntil: 'commit' })
  await pay(page, hand)
  await page.getByText('Sair até').first().waitFor()
  const totalMs = performance.now() - start
  const { taps, keys } = hand
  await page.getByRole('button', { name: 'OK' }).click()
  await page.waitForURL(/#\/(ticket\/|user\/menu)$/)
  // The worker caches the files for the next visit.
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.close()
  return { totalMs, taps, keys }
}

async function payFirst(page: Page, hand: ScriptedUser): Promise<void> {
  await hand.tap(page.getByRole('button', { name: 'IR PARA PAGAMENTO' }))
  await hand.tap(page.getByLabel('Nome completo'))
  for (const [at, text] of Object.values(maria).entries()) {
    if (at > 0) await hand.next()
    await hand.type(text)
  }
  await hand.tap(page.getByText('Lembrar neste aparelho'))
  await hand.tap(page.getByRole('button', { name: 'AVANÇAR' }))
  await hand.tap(page.getByLabel('CEP'))
  await hand.type('80020310')
  await page.getByText('Preenchemos o endereço, o bairro e a cidade pelo CEP.').waitFor()
  await hand.next()
  await hand.type('100')
  await hand.tap(page.getByRole('button', { name: 'AVANÇAR' }))
  await payByCard(page, hand)
}

async function payRemembered(page: Page, hand: ScriptedUser): Promise<void> {
  await hand.tap(page.getByRole('button', { name: 'PAGAR COM MEUS DADOS' }))
  await payByCard(page, hand)
}

async function payByCard(page: Page, hand: ScriptedUser): Promise<void> {
  await hand.tap(page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }))
  await hand.tap(page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }))
  await hand.tap(page.getByLabel('Número do Cartão'))
  await hand.type(card)
  await hand.next()
  await hand.type('1230')
  await hand.next()
  await hand.type('123')
  await hand.tap(page.getByRole('button', { name: /^PAGAR/ }))
}

async function payWithSaved(page: Page, hand: ScriptedUser): Promise<void> {
  await hand.tap(page.getByRole('button', { name: /^Visa/ }))
  await hand.tap(page.getByRole('button', { name: /^PAGAR/ }))
}

/** Creates an account with a saved card over HTTP and signs its owner in on this phone. */
async function signIn(context: BrowserContext): Promise<void> {
  const client = await humanClientAt(portal.url)
  const cpfcnpj = freshCpf()
  const entry = { ...payer, email: `maria.${cpfcnpj}@exemplo.com.br`, cpfcnpj, password: 'segredo1' }
  must(await client.post('/api/account/set_account', { ...entry, shouldCreateAccount: true }))
  must(await client.post('/api/account/set_address', address))
  must(await client.post('/api/account/createAndLogin'))
  const token = await openTransaction(client, await enterCar(portal.url))
  must(await client.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(card), cardSave: true }))
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portal.url })))
}

/** The medians, as rows of docs/performance.md. `hand` is the thumb's own time, the rest is waiting. */
function printRows(found: Record<keyof typeof who, Minute[]>): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const rows = Object.entries(found).map(([name, minutes]) => {
    const middle = (read: (one: Minute) => number) => median(minutes.map(read))
    const total = middle(({ totalMs }) => totalMs)
    const [taps, keys] = [middle((one) => one.taps), middle((one) => one.keys)]
    const hand = taps * tapMs + keys * keyMs
    const label = Object.entries(who).find(([known]) => known === name)?.[1] ?? name
    return `| ${label} | ${seconds(total)} | ${keys} | ${taps} | ${seconds(hand)} | ${seconds(total - hand)} |`
  })
  const head = [
    '| who | from the link to ‘Sair até’ | keys | taps | the hand | waited |',
    '|---|---|---|---|---|---|',
  ]
  process.stdout.write(`${[...head, ...rows].join('\n')}\n`)
}
