import { chromium } from 'playwright-core'
import { codeAt } from '#staff/server/totp.ts'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { gateClient } from '#test/support/garage/gate.ts'
import { findChromium } from '../../tools/steps/chromium.ts'
import { driverPays } from './driver.ts'
import {
  firstSignIn,
  readClosing,
  readPublicPages,
  registerDevice,
  registerLot,
  saveIdentity,
  signIn,
  takeAtCounter,
} from './operator.ts'
import { install } from './portal.ts'
import type { Shoot } from './shoot.ts'

const hour = 3_600_000
/** After the next midnight of the lot and the hour until its day is closed. */
const closedAfterHours = 26

/** Goes through docs/first-day.md on an empty database, in production; throws where a step is not as written. */
export async function walkFirstDay(shoot: Shoot): Promise<{ published: string }> {
  const installation = await install()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const open = async (size: { width: number; height: number }) => {
    const context = await browser.newContext({
      viewport: size,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    return page
  }
  try {
    const today = await installation.start(0)
    const desk = await open({ width: 1000, height: 600 })
    const secret = await firstSignIn(desk, today.url, shoot)
    await saveIdentity(desk, today.url, shoot)
    await registerLot(desk, today.url, shoot)
    const key = await registerDevice(desk, today.url, shoot)
    const gate = gateClient(today.url, key)
    const entered = new Date(Date.now() - 1.5 * hour)
    const enter = async (plate: string) => {
      const entry = await gate.entry({ lot_id: 1, gate: 'E1', plate, entered_at: entered })
      return textAt(must(entry).body, 'code')
    }
    const code = await enter('ABC1D23')
    const phone = await open({ width: 360, height: 740 })
    await driverPays(phone, { url: today.url, code }, shoot)
    const exit = must(await gate.exit({ lot_id: 1, gate: 'S1', code }))
    if (at(exit.body, 'open') !== true) throw new Error(`the gate did not open: ${JSON.stringify(exit.body)}`)
    await takeAtCounter(desk, { url: today.url, code: await enter('DEF4G56') }, shoot)
    const published = await readPublicPages(phone, today.url)
    await today.stop()

    const tomorrow = await installation.start(closedAfterHours)
    const later = new Date(Date.now() + closedAfterHours * hour)
    await signIn(desk, tomorrow.url, codeAt(secret, later))
    await readClosing(desk, tomorrow.url, shoot)
    await tomorrow.stop()
    return { published }
  } finally {
    await browser.close()
    await installation.stop()
  }
}
