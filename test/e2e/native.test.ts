import type { BrowserContext, Page } from 'playwright-core'
import { toBuffer } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { fillLogin, newCustomer } from './support/people.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { callGate, parkedCar } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'

let context: BrowserContext
let page: Page
// A reused phone has cached the files of earlier tests.
const { open, openThroughProxy, heading } = onAPhone((fresh) => ({ context, page } = fresh), newPhone)

const scan = () => page.getByRole('button', { name: 'Ler código de barras' }).click()

/** The app around the page stores its token outside the page, as in a Keychain. */
async function insideTheApp(scans: string | null = null): Promise<{ token: () => string | null }> {
  let token: string | null = null
  await page.exposeFunction('appGetToken', () => token)
  await page.exposeFunction('appSetToken', (next: string | null) => void (token = next))
  await page.addInitScript((scanned) => {
    const reach = (name: string) => {
      const entry: unknown = Reflect.get(window, name)
      return typeof entry === 'function' ? entry : () => null
    }
    Object.assign(window, {
      guicheApp: {
        scanBarcode: () =>
          scanned === 'broken' ? Promise.reject(new Error('no camera')) : Promise.resolve(scanned),
        getLoginToken: () => reach('appGetToken')(),
        setLoginToken: (next: string | null) => reach('appSetToken')(next),
        share: () => true,
      },
    })
  }, scans)
  return { token: () => token }
}

describe('inside the native app', () => {
  it(
    'stores a device token at login, signs in with it, and deletes it at logout',
    { tags: 'deep' },
    async () => {
      const app = await insideTheApp()
      await open('#/login/')
      await fillLogin(page, await newCustomer())
      await page.waitForURL(/#\/user\/menu$/)
      const first = app.token()
      expect(first).not.toBeNull()

      await context.clearCookies()
      await open('')
      await page.waitForURL(/#\/user\/menu$/)
      const second = app.token()
      expect(second).not.toBeNull()
      expect(second).not.toBe(first)

      await page.evaluate(() => history.pushState({ route: 'logout' }, '', '#/login/'))
      await page.reload()
      await heading('Pague seu estacionamento').waitFor()
      await expect.poll(() => app.token()).toBeNull()
    },
  )

  it('an invalid token is deleted, and the welcome screen stays', async () => {
    const app = await insideTheApp()
    await open('#/contact')
    await page.evaluate(() => Reflect.get(window, 'appSetToken')('not-a-token'))
    await open('#/ticket/')
    await expect.poll(() => app.token()).toBeNull()
    await heading('Pague seu estacionamento').waitFor()
  })

  it('the scan looks the ticket up at once', async () => {
    await insideTheApp(`0${await parkedCar(130)}`)
    await open('#/ticket/read')
    await scan()
    await heading('Verifique o valor').waitFor()
    expect(page.url()).toContain('#/ticket/value')
  })

  it('a barcode that could be two ticket numbers lets the person choose', async () => {
    const digits = `00${String(Date.now()).slice(-11)}`
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
    const scanned = `${digits}${(10 - (sum % 10)) % 10}`
    for (const code of [scanned.slice(1), digits]) await callGate('/entries', { lot_id: 1, gate: 'E1', code })
    await insideTheApp(scanned)
    await open('#/ticket/read')
    await scan()
    await page.getByRole('heading', { name: 'Qual é o seu ticket?' }).waitFor()
    await page.getByRole('button', { name: digits.replace(/(.{4})(.{4})/, '$1 $2 ') }).click()
    await page.waitForURL(`**/#/ticket/value?ticket=${digits}`)
  })

  it.each([
    ['https://other.example', 'O código lido não é de um ticket. Tente de novo ou digite o número.'],
    ['broken', 'Não foi possível usar a câmera. Digite o número do ticket.'],
  ])('%s shows what to do', async (scanned, said) => {
    await insideTheApp(scanned)
    await open('#/ticket/read')
    await scan()
    await page.getByText(said).waitFor()
    expect(page.url()).toContain('#/ticket/read')
  })
})

/** The camera shows a picture of this code; the fake track has a lamp. */
async function cameraShows(text: string): Promise<void> {
  const picture = `data:image/png;base64,${(await toBuffer(text, { width: 360, margin: 4 })).toString('base64')}`
  await page.addInitScript((source) => {
    const getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 480
      const image = new Image()
      image.src = source
      await image.decode()
      const draw = () => {
        const context = canvas.getContext('2d')
        context?.fillRect(0, 0, 640, 480)
        context?.drawImage(image, 140, 60, 360, 360)
        requestAnimationFrame(draw)
      }
      draw()
      const stream = canvas.captureStream(15)
      const [track] = stream.getVideoTracks()
      if (track)
        Object.assign(track, {
          getCapabilities: () => ({ torch: true }),
          applyConstraints: async () => undefined,
        })
      return stream
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, picture)
}

describe('in a plain browser', () => {
  it('the camera reads the code with the bundled decoder, fetched only then', async () => {
    await cameraShows(await parkedCar(130))
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.wasm')) fetched.push(request.url())
    })
    await open('#/ticket/read')
    await heading('Buscar ticket').waitFor()
    expect(fetched).toEqual([])
    await scan()
    await heading('Verifique o valor').waitFor()
    expect(fetched).toHaveLength(1)
    expect(fetched[0]?.startsWith(portalUrl())).toBe(true)
  })

  it(
    'another code is reported as no ticket; the lamp can be switched on; Escape closes',
    { tags: 'deep' },
    async () => {
      await cameraShows('https://other.example/')
      await open('#/ticket/read')
      await scan()
      await page
        .getByText('Este código não é de um ticket. Procure o código de barras com 13 números.')
        .waitFor()
      await page.getByRole('button', { name: 'Acender a luz' }).click()
      await page.getByRole('button', { name: 'Apagar a luz' }).waitFor()
      await expectSound(page)
      // Another application uses the camera.
      await page.evaluate(() => {
        const { srcObject } = document.querySelector('video') ?? {}
        if (srcObject instanceof MediaStream) srcObject.getTracks()[0]?.dispatchEvent(new Event('ended'))
      })
      await page.getByText('A câmera parou. Tente de novo, ou use uma foto do ticket.').waitFor()
      await page.getByRole('button', { name: 'Abrir a câmera' }).click()
      await page.getByText(/Este código não é de um ticket/).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    },
  )

  it(
    'a scanner that fails to load is reported at the field, and the typed number stays',
    { tags: 'deep' },
    async () => {
      ;(await portalProxy()).faults.inject('lost', /assets\/ScanTicket-/)
      await openThroughProxy('#/ticket/read')
      const field = page.getByLabel('Número do ticket')
      await field.fill('00012')
      await scan()
      await page.getByText('Sem conexão com a internet. O número está guardado').waitFor()
      expect(await field.inputValue()).toBe('00012')
      await field.fill(await parkedCar(130))
      await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
      await heading('Verifique o valor').waitFor()
    },
  )

  it.each([
    ['NotAllowedError', /O uso da câmera não foi permitido/],
    ['NotFoundError', /Não encontramos uma câmera neste aparelho/],
    ['NotReadableError', /A câmera está em uso por outro aplicativo/],
  ])('%s: the problem is shown, and a photo can be used instead', async (name, said) => {
    await page.addInitScript((error) => {
      const getUserMedia = async () => {
        throw new DOMException('', error)
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
    }, name)
    await open('#/ticket/read')
    await scan()
    await page.getByText(said).waitFor()
    // One dialog for all: its contents are checked once.
    if (name !== 'NotAllowedError') return
    await expectSound(page)
    const photo = async (text: string) => ({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: await toBuffer(text, { width: 400, margin: 4 }),
    })
    await page.getByLabel('Foto do ticket').setInputFiles(await photo('nada'))
    await page.getByText(/Não encontramos um código de ticket nesta foto/).waitFor()
    await page.getByLabel('Foto do ticket').setInputFiles(await photo(await parkedCar(130)))
    await heading('Verifique o valor').waitFor()
    expect(page.url()).toContain('#/ticket/value')
  })
})
