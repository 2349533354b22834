// npm run screenshots: goes through docs/first-day.md on an empty database and writes its pictures.
import { chromium } from 'playwright-core'
import { codeAt } from '#staff/server/totp.ts'
import { findChromium } from '../../tools/steps/chromium.ts'
import { driverPays } from './driver.ts'
import { firstSignIn, readClosing, registerDevice, registerLot, saveIdentity, signIn } from './operator.ts'
import { callGate } from './gate.ts'
import { install } from './portal.ts'
import { shoot } from './shoot.ts'

const hour = 3_600_000
/** After the next midnight of the car park and the hour until its day is closed. */
const closedAfterHours = 26

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
  const gate = callGate(today.url, key)
  const entered = new Date(Date.now() - 1.5 * hour)
  const { code } = await gate('entries', { lot_id: 1, gate: 'E1', plate: 'ABC1D23', entered_at: entered })
  await driverPays(await open({ width: 360, height: 740 }), { url: today.url, code }, shoot)
  const exit = await gate('exits', { lot_id: 1, gate: 'S1', code })
  if (!exit.open) throw new Error(`the gate stays shut: ${exit.message}`)
  await today.stop()

  const tomorrow = await installation.start(closedAfterHours)
  const later = new Date(Date.now() + closedAfterHours * hour)
  await signIn(desk, tomorrow.url, codeAt(secret, later))
  await readClosing(desk, tomorrow.url, shoot)
  await tomorrow.stop()
} finally {
  await browser.close()
  await installation.stop()
}
