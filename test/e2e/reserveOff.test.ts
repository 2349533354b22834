import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { methods } from '#payment/method/method.ts'
import { settingsWarningTexts } from '#site/settingsWarnings.ts'
import { at, textAt } from '#test/support/client.ts'
import { callAs, signedInCustomer } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { freshPlate, reservedSpace } from './support/reservation/reservedSpace.ts'
import { staffBrowser } from './support/staff.ts'
import { callGate, parkedCar } from './support/demo.ts'
import { expectSound } from './support/sound.ts'
import { portalUrl } from './support/portal.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let staff: BrowserContext
const { open, heading, button } = onAPhone((fresh) => ({ browser, context, page } = fresh))
beforeEach(async () => {
  staff = await staffBrowser(browser, 2)
  await signedInCustomer(context)
})
/** Switches reservations on again in any case, because other tests share the portal. */
afterEach(async () => {
  const stored = Object(at(await callAs(staff, '/api/staff/settings/edit'), 'entity'))
  const open = { reserveEnabled: true, payCredit: true, payDebit: true, payPix: true }
  await callAs(staff, '/api/staff/settings', { method: 'PUT', data: { ...stored, ...open } })
  await staff.close()
})

describe('reservations switched off in the back office', () => {
  it(
    'no new one can be made; a car inside can leave, and an existing reservation can be cancelled',
    { tags: 'deep' },
    async () => {
      const inside = await reservedSpace(context)
      const enteredAt = new Date(Date.now() - 100 * 60_000).toISOString()
      await callGate('/entries', { lot_id: 1, gate: 'E1', plate: inside.plate, entered_at: enteredAt })
      await reservedSpace(context)

      const office = await staff.newPage()
      await office.goto(`${portalUrl()}/#/staff/settings?section=reservations`)
      const accepts = office.getByRole('checkbox', { name: 'Aceitar reservas de vagas' })
      await accepts.waitFor()
      const running = Number(at(await callAs(staff, '/api/staff/settings/edit'), 'entity.reservesRunning'))
      expect(running).toBeGreaterThanOrEqual(2)
      await office.getByText(`${running} reservas em andamento agora.`).waitFor()
      await office.getByText('Desligar só impede novas: as já feitas seguem até a saída.').waitFor()
      await accepts.uncheck()
      await office.getByRole('button', { name: 'SALVAR' }).click()
      await office.getByText('Registro salvo.').waitFor()

      await open('#/user/menu')
      await page.getByRole('heading', { name: 'Agora' }).waitFor()
      expect(await page.getByText('Reservar uma vaga').count()).toBe(0)
      await page.getByText('Próximas (1)').click()
      await button('Cancelar reserva').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar reserva' }).click()
      await page.getByText('Anteriores (1)').waitFor()
      await page.getByText('dentro dos R$ 50,00 pré-autorizados').waitFor()
      await page.getByRole('link', { name: 'AUTORIZAR SAÍDA' }).click()
      await heading('Autorizar saída').waitFor()
      await button('AUTORIZAR SAÍDA').click()
      await page.getByText('Saída autorizada!').waitFor()
      const exit = await callGate('/exits', { lot_id: 1, gate: 'S1', plate: inside.plate })
      expect(exit).toMatchObject({ open: true, reason: 'paid' })

      await open('#/reserve/add')
      await page.getByRole('heading', { name: 'As reservas não estão disponíveis no momento.' }).waitFor()
      await expectSound(page)
      await page.goto(portalUrl())
      await page.getByText('Pagar ticket com minha conta').waitFor()
      expect(await page.getByText('Reservar uma vaga').count()).toBe(0)
    },
  )
})

describe('every payment method switched off in the back office', () => {
  it(
    'staff are warned; no screen offers a reservation, and an existing one can still be paid',
    { tags: 'deep' },
    async () => {
      const vehicle = await callAs(context, '/api/gl_person_vehicle', {
        data: { name: 'Gol prata', license_plate: freshPlate() },
      })
      const created = await callAs(context, '/api/pm_transaction/createReserve', {
        data: { personVehicle_id: at(vehicle, 'data.id'), lot_id: 1 },
      })

      const office = await staff.newPage()
      await office.goto(`${portalUrl()}/#/staff/settings?section=methods`)
      for (const { receiptText } of Object.values(methods))
        await office.getByRole('checkbox', { name: receiptText }).uncheck()
      await office.getByRole('button', { name: 'SALVAR' }).click()
      await office.getByText(settingsWarningTexts.noMethod).waitFor()
      await office.getByText(settingsWarningTexts.noReservations).waitFor()

      await open('#/user/menu')
      await page.getByRole('link', { name: 'PAGAR RESERVA' }).waitFor()
      expect(await page.getByText('Reservar uma vaga').count()).toBe(0)
      await open('#/reserve/add')
      await page.getByRole('heading', { name: 'As reservas não estão disponíveis no momento.' }).waitFor()
      const space = `ticket=${textAt(created, 'ticket_code')}&ptoken=${textAt(created, 'ws_token')}`
      await open(`#/ticket/paymentType?${space}`)
      await button(methods.credit.buttonText).waitFor()
      expect(await button(methods.pix.buttonText).count()).toBe(0)

      await open(`#/ticket/paymentType?ticket=${await parkedCar(130)}`)
      await page.getByRole('heading', { name: 'Não é possível pagar por aqui agora.' }).waitFor()
      await page.getByRole('heading', { name: 'Você ainda pode pagar de outro jeito' }).waitFor()
      await page.goto(portalUrl())
      await page.getByText('Pagar ticket com minha conta').waitFor()
      expect(await page.getByText('Reservar uma vaga').count()).toBe(0)
    },
  )
})
