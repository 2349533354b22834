import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { callAs, knownGuest, openedPayment, paidTicket } from './support/customer.ts'
import { parkedCar, printedCard } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { payWith } from './support/steps.ts'
import { bottomOf, expectPixels, expectPixelsUpTo } from './support/views/pixels.ts'

let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading } = onAPhone((fresh) => ({ context, page } = fresh))

/** In the page: the texts of the ticket that the stamp overlaps, with what overlaps them. */
async function coveredByStamp(): Promise<string[]> {
  const stamp = [...document.querySelectorAll('article span, article p')].find((e) => e.innerHTML === 'PAGO')
  if (!stamp) return ['no stamp']
  await Promise.all(stamp.getAnimations().map(({ finished }) => finished))
  const box = stamp.getBoundingClientRect()
  const covered: string[] = []
  const texts = document.createTreeWalker(document.querySelector('article') ?? stamp, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (stamp.contains(node)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const text of range.getClientRects())
      if (text.left < box.right && text.right > box.left && text.top < box.bottom && text.bottom > box.top)
        covered.push(node.textContent ?? '')
  }
  return covered
}

describe('a paid ticket', () => {
  it.each([
    [360, 'done'],
    [360, 'value'],
    [1280, 'done'],
    [1280, 'value'],
  ] as const)('at %i px on %s: PAGO covers no text of it', async (width, screen) => {
    await knownGuest(context)
    const { token, code } = await paidTicket(context)
    await page.setViewportSize({ width, height: 740 })
    await open(screen === 'done' ? `#/payment/${token}/done` : `#/ticket/value?ticket=${code}`)
    await page.getByText('PAGO', { exact: true }).waitFor()
    expect(await page.evaluate(coveredByStamp)).toEqual([])
  })
})

describe('a payment opened by its address', () => {
  it.each([
    ['creditDebitCard', 1],
    ['pix', 3],
  ] as const)('%s names the car park', async (screen, paymentType) => {
    await knownGuest(context)
    const token = await openedPayment(context, await parkedCar(130), paymentType)
    await open(`#/payment/${token}/${screen}`)
    await page.getByRole('article').getByText('Garagem Centro').waitFor()
  })

  it('done names the car park', async () => {
    await knownGuest(context)
    const { token } = await paidTicket(context)
    await open(`#/payment/${token}/done`)
    await page.getByRole('article').getByText('Garagem Centro').waitFor()
  })
})

it('a Pix shows its code in the first 480 px of a short phone, and its amount once', async () => {
  await knownGuest(context)
  const token = await openedPayment(context, await parkedCar(130), 3)
  await callAs(context, `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
  await page.setViewportSize({ width: 360, height: 640 })
  await open(`#/payment/${token}/pix`)
  const code = page.getByAltText(/QR code do Pix/)
  await code.waitFor()
  expectPixelsUpTo(await bottomOf(code), 480)
  expect(await page.getByText('7,00').count()).toBe(1)
  expectPixels((await code.boundingBox())?.width, 204)
})

it('the overlay of a payment on its way says what is being paid', async () => {
  await knownGuest(context)
  const token = await openedPayment(context, await parkedCar(130), 1)
  await openThroughProxy(`#/payment/${token}/creditDebitCard`)
  const pass = (await portalProxy()).faults.inject('late', /\/pay$/)
  await payWith(page, await printedCard('aprovado'))
  await page.getByText(/^Pagando R\$\s7,00\.\.\.$/).waitFor()
  pass()
  await heading('Pagamento concluído').waitFor()
})
