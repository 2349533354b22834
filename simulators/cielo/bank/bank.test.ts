import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBed, testSale } from '../testBed.ts'

let testBed: Awaited<ReturnType<typeof openTestBed>>
beforeAll(async () => {
  testBed = await openTestBed()
})
afterAll(() => testBed.close())

async function openPage() {
  await testBed.fault('bank_page')
  const outcome = await testBed.acquirer.authorise(testSale({ kind: 'debit', amountCents: 123456 }))
  if (outcome.outcome !== 'pending' || outcome.nextAction.type !== 'url') throw new Error(outcome.outcome)
  return { reference: outcome.reference, url: outcome.nextAction.url }
}

test('the page says that it is simulated, and names the amount and the card', async () => {
  const { url } = await openPage()
  const reply = await fetch(url)
  const page = await reply.text()
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(page).toContain('<html lang="pt-BR">')
  for (const text of [
    'Banco simulado',
    'R$ 1.234,56',
    'final 0010',
    '>Autenticado<',
    '>Não autenticado<',
    '>Abandonar<',
  ]) {
    expect(page).toContain(text)
  }
})

test.each(['authenticated', 'refused', 'abandoned'] as const)(
  '%s sends the browser back with PaymentId',
  async (choice) => {
    const { url, reference } = await openPage()
    const page = await (await testBed.choose(url, choice)).text()
    expect(page).toContain('action="http://127.0.0.1:9/back?n=1&amp;m=2"')
    expect(page).toContain(`name="PaymentId" value="${reference}"`)
    expect(page).toContain('>Continuar<')
  },
)

test('the first choice counts; a second visit only redirects to the shop', async () => {
  const { url, reference } = await openPage()
  await testBed.choose(url, 'refused')
  await testBed.choose(url, 'authenticated')
  expect(await testBed.acquirer.findByReference(reference)).toMatchObject({ outcome: 'refused' })
  expect(await (await fetch(url)).text()).toContain('>Continuar<')
})

test('there is no page for other sales, and no other choice', async () => {
  const sold = await testBed.acquirer.authorise(testSale())
  if (sold.outcome !== 'approved') throw new Error(sold.outcome)
  expect((await fetch(`${testBed.url}/CardAuthenticator/Index/${sold.reference}`)).status).toBe(404)
  expect((await fetch(`${testBed.url}/CardAuthenticator/Index/unknown`, { method: 'POST' })).status).toBe(404)
  const { url } = await openPage()
  expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'maybe' }) })).status).toBe(
    400,
  )
})
