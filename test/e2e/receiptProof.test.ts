import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { readCode } from '#test/support/garage/readCode.ts'
import { newPhone, phone } from './support/browser.ts'
import { callAs, knownGuest, paidTicket } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { staffBrowser } from './support/staff.ts'

/** docs/spec.md#verifiable-receipt */
let context: BrowserContext
let page: Page
const { open } = onAPhone(
  (fresh) => ({ context, page } = fresh),
  (browser) => newPhone(browser, phone, 'allow'),
)
const stamp = (text: string | RegExp) => page.getByText(text, { exact: true }).waitFor()

/** A square picture scaled to another number of pixels. */
async function scaled(picture: Buffer, side: number): Promise<Uint8Array> {
  const address = await page.evaluate(
    async ([base64, side]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, side, side)
      return canvas.toDataURL('image/png')
    },
    [picture.toString('base64'), side] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

const look = async (title = /Recibo de estacionamento/) => {
  await expectSound(page, title)
}

it(
  'a receipt’s QR code is verified on the phone that paid, online in each state and offline, and links to the desk’s record',
  { tags: 'deep' },
  async () => {
    await knownGuest(context)
    const { token } = await paidTicket(context)
    await open(`#/payment/${token}/done`)
    await page.getByRole('img', { name: 'QR code que confere este recibo' }).scrollIntoViewIfNeeded()
    const photo = await page.screenshot()
    const url = await readCode(photo)
    expect(url).toMatch(/\/r\/GR1\./)

    await page.goto(url)
    await stamp('RECIBO VÁLIDO')
    await page.getByText('Verificado agora').waitFor()
    await look()

    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/receipt.js')) !== undefined))
      .toBe(true)
    await page.goto(url)
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('guiche-receipts')).keys()).length))
      .toBe(1)
    await context.setOffline(true)
    await page.goto(`${url}.`)
    await stamp('ASSINATURA VÁLIDA')
    await page.getByText('Verificado sem internet').waitFor()
    await page.getByText('pelo relógio deste aparelho').waitFor()
    await page
      .getByText(/^A situação de agora só com internet\. Em .*, com internet: RECIBO VÁLIDO\.$/)
      .waitFor()
    await page.goto(url.replace('GR1.', 'GR1.x'))
    await stamp('NÃO RECONHECIDO')
    await page.goto(
      url.replace(/(.)(.{40})$/, (_, one: string, rest: string) => `${one === 'A' ? 'B' : 'A'}${rest}`),
    )
    await stamp('NÃO RECONHECIDO')
    const older = await context.newPage()
    await older.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    await older.goto(url)
    await older.getByRole('heading', { name: 'Este navegador não confere sem internet' }).waitFor()
    await older.close()
    await open(`#/payment/${token}/done`)
    await page.getByText('Este é o recibo guardado neste aparelho.').waitFor()
    const kept = page.getByRole('img', { name: 'QR code que confere este recibo' })
    const code = await kept.screenshot()
    // On the screen, and 2 cm wide on paper at 300 and at 150 dpi.
    expect(await readCode(code)).toBe(url)
    for (const dots of [236, 118]) expect(await readCode(await scaled(code, dots))).toBe(url)
    await context.setOffline(false)

    const browser = context.browser()
    if (!browser) throw new Error('no browser')
    const desk = await staffBrowser(browser, 2)
    const refund = async (value: number, kept: number) => {
      const path = `/api/staff/transactions/${token}`
      await callAs(desk, `${path}/refund`, { data: { value, kept, reason: 'Cobrança indevida' } })
      const left = async () => at(await callAs(desk, `${path}/edit`), 'data.kept.value')
      await expect.poll(left).toBe(kept - value)
      await page.goto(url)
    }
    await refund(2.5, 7)
    await stamp(/^VÁLIDO, COM DEVOLUÇÃO DE R\$\s2,50$/)
    await look()
    await refund(4.5, 4.5)
    await stamp('DEVOLVIDO')
    await look()
    await context.setOffline(true)
    await page.goto(url)
    await stamp('ASSINATURA VÁLIDA')
    await page.getByText(/com internet: DEVOLVIDO\.$/).waitFor()
    await page.getByText(/^O prazo era até/).waitFor()
    expect(await page.getByText('Saída permitida até').count()).toBe(0)
    await context.setOffline(false)
    await page.goto(`${portalUrl()}/r/qualquer`)
    await stamp('NÃO RECONHECIDO')
    await look(/Recibo não reconhecido/)
    await open(`#/payment/${token}/contest`)
    await page.getByRole('heading', { name: 'O valor foi devolvido ao seu cartão' }).waitFor()
    expect(await page.getByRole('button', { name: 'ENVIAR' }).count()).toBe(0)

    const file = await desk.newPage()
    await file.goto(`${portalUrl()}/#/staff/tickets`)
    await file.getByRole('button', { name: 'Ler ticket ou recibo' }).click()
    const given = { name: 'recibo.png', mimeType: 'image/png', buffer: photo }
    await file.getByLabel('Foto do ticket').setInputFiles(given)
    await file.waitForURL(new RegExp(`/staff/transactions/${token}`))
    expect(await file.getByRole('link', { name: 'Conferir recibo' }).getAttribute('href')).toBe(url)
    await desk.close()
  },
)
