import puppeteer from 'puppeteer-core'
import { until } from '#test/support/process.ts'
import type { Engine } from './engine.ts'
import { freshHome } from './home.ts'
import { findProgram } from './programs.ts'

/** A name of this machine that browsers do not trust: to them it is like http://192.168.0.10. */
export const localNetwork = 'guiche.lan'

/** A loaded machine may take so long to start a browser for the first time. */
const startMs = 60_000

/** Gecko, by WebDriver BiDi; `FIREFOX` may name another program. */
export async function startFirefox(url: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram('firefox-esr', 'FIREFOX'),
    headless: true,
    defaultViewport: null,
    timeout: startMs,
    env: { ...process.env, HOME: freshHome() },
    extraPrefsFirefox: { 'intl.accept_languages': 'pt-BR', 'network.dns.localDomains': localNetwork },
  })
  const page = await browser.newPage()
  let complaints: string[] = []
  page.on('console', (said) => {
    if (said.type() === 'error') complaints.push(said.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    name: await browser.version(),
    open: async (address) => void (await page.goto(address)),
    ask: (expression) => page.evaluate(expression),
    load: async (script) => void (await page.evaluate(`${script}; null`)),
    tap: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async resize(size) {
      // An older Firefox (140) has no screen orientation, which the library sets with the size.
      await page.setViewport(size).catch((error: unknown) => {
        if (!/unknown command emulation\.setScreenOrientationOverride/.test(String(error))) throw error
      })
      await until('as wide as asked', async () => (await page.evaluate('innerWidth')) === size.width)
    },
    addCookie: (name, value) => browser.setCookie({ name, value, domain: new URL(url).hostname, path: '/' }),
    complaints() {
      const found = complaints
      complaints = []
      return found
    },
    close: () => browser.close(),
  }
}
