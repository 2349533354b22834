import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBed, testSale } from '../testBed.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('sales and saved cards survive a restart and an incomplete last line', async () => {
  const dataFile = join(folder, 'new', 'ledger.jsonl')
  const before = await openTestBed({ dataFile })
  const sold = await before.acquirer.authorise(testSale({ orderKey: 'KEPT1', save: true, capture: false }))
  if (sold.outcome !== 'approved') throw new Error(sold.outcome)
  await before.acquirer.capture({ id: 'C1', reference: sold.reference, amountCents: 500 })
  await before.fault('bank_page')
  const debit = await before.acquirer.authorise(testSale({ orderKey: 'KEPT2', kind: 'debit' }))
  const ledger: unknown = await (await before.control('GET', '/_sim/ledger')).json()
  await before.close()
  appendFileSync(dataFile, '{"kind":"sale","sale":{"paymentId":"half')

  const after = await openTestBed({ dataFile })
  expect(await (await after.control('GET', '/_sim/ledger')).json()).toEqual(ledger)
  expect(await after.acquirer.findByOrderKey('KEPT1')).toMatchObject({
    outcome: 'approved',
    capturedCents: 500,
  })
  expect(await after.acquirer.findByOrderKey('KEPT2')).toMatchObject({
    outcome: 'pending',
    reference: 'reference' in debit ? debit.reference : null,
    nextAction: { url: expect.stringContaining(after.url) },
  })
  const token = { acquirerToken: sold.cardToken ?? '', brand: 'Visa', cvv: null } as const
  const instrument = { type: 'saved_card', kind: 'credit', ...token } as const
  expect(await after.acquirer.authorise(testSale({ instrument }))).toMatchObject({ outcome: 'approved' })
  await after.close()
})

test('the file contains no card number and no security code', async () => {
  const dataFile = join(folder, 'secret.jsonl')
  const testBed = await openTestBed({ dataFile })
  const sale = testSale({ number: '4000000000000093', save: true })
  if (sale.instrument.type !== 'typed_card') throw new Error('not typed')
  await testBed.acquirer.authorise({ ...sale, instrument: { ...sale.instrument, cvv: '8642' } })
  await testBed.acquirer.authorise(testSale({ kind: 'debit', number: '4000000000000093' }))
  await testBed.close()
  expect(readFileSync(dataFile, 'utf8')).toContain('400000******0093')
  expect(readFileSync(dataFile, 'utf8')).not.toMatch(/4000000000000093|"8642"|SecurityCode/)
  expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('.new'))
})
