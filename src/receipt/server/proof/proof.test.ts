import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, textAt, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { readCode } from '#test/support/garage/readCode.ts'
import { spendLimit } from '#test/support/limits/limitScenario.ts'
import { customer, freshAddress } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { TestClock } from '#test/support/clock.ts'
import { staffMember } from '#test/support/staff.ts'
import { checkReceipt } from './checkReceipt.ts'
import { publishedKeys } from './routes.ts'
import { parseReceiptKeys, signProof, verifyProof } from './receiptKeys.ts'

const portal = portalOfFile()
let client: PortalClient
let code: string
let token: string
let text: string
beforeAll(async () => {
  client = portal.client()
  code = await portal.openTicket(130)
  token = await openTransaction(client, code)
})

const proofPath = () => `/api/pm_transaction/${token}/proof`
const check = async (of: string) => at(must(await portal.client().get(`/api/receipt/${of}`)).body, 'data')
const page = async (of: string) => {
  const reply = await fetch(`${portal.url}/r/${of}`)
  return { status: reply.status, headers: reply.headers, html: await reply.text() }
}
const words = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

it('no proof exists before the payment, and the same one at each read after it', async () => {
  expect(await client.get(proofPath())).toMatchObject({ status: 409, body: { code: 'receipt_missing' } })
  expect((await client.get(`${proofPath()}Qr`)).status).toBe(409)
  must(await pay(client, token, cardEndingIn(1)))
  text = textAt(must(await client.get(proofPath())).body, 'data.text')
  expect(must(await client.get(proofPath())).body).toEqual({
    data: { text, url: `http://portal.test/r/${text}` },
  })
  expect((await client.get('/api/pm_transaction/00000000000000000000000000000000/proof')).status).toBe(404)
})

it('of an account’s payment only the owner has the proof', async () => {
  const owner = (await customer(portal)).client
  const own = await openTransaction(owner, await portal.openTicket(130))
  must(await pay(owner, own, cardEndingIn(1)))
  must(await owner.get(`/api/pm_transaction/${own}/proof`))
  expect((await portal.client().get(`/api/pm_transaction/${own}/proof`)).status).toBe(404)
  // Captured where receipts were not signed.
  await portal.db.updateTable('payment').set({ receipt_kid: null }).where('token', '=', own).execute()
  expect((await owner.get(`/api/pm_transaction/${own}/proof`)).status).toBe(409)
})

it('the QR code holds the address, as PNG and SVG', async () => {
  const asked = (accept: string) =>
    fetch(`${portal.url}/api/pm_transaction/${token}/proofQr`, { headers: { accept } })
  const png = await asked('image/png')
  expect(png.headers.get('content-type')).toBe('image/png')
  expect(await readCode(await png.bytes())).toBe(`http://portal.test/r/${text}`)
  expect(await (await asked('image/svg+xml')).text()).toContain('<svg')
})

it('the call verifies a receipt’s text, and answers only valid: false for another text', async () => {
  expect(await check(text)).toMatchObject({
    valid: true,
    known: true,
    state: 'valid',
    refunded: { value: 0 },
    receipt: {
      ticket_code: code,
      lot_id: 1,
      value: 7,
      payment_type: 1,
      payment_type_desc: 'Crédito',
      paid_at: '2026-03-10T12:00:00-03:00',
      exit_until: '2026-03-10T12:15:00-03:00',
    },
  })
  expect(await check(`${text.slice(0, -1)}${text.endsWith('A') ? 'Q' : 'A'}`)).toEqual({ valid: false })
  expect(await check('x')).toEqual({ valid: false })
  expect(await check(text.slice(0, -2))).toEqual({ valid: false })
})

it('the call finds the text among others', async () => {
  for (const given of [`${text}.`, `veja (${text}/)`, `${text.slice(0, 60)}=\r\n${text.slice(60)}\u200b`])
    expect(at(await check(encodeURIComponent(given)), 'valid')).toBe(true)
})

it('an address with a slash or a query behind the text is that receipt', async () => {
  for (const rest of ['/', '/x', '?fbclid=a', '%20', '#x', '%', '%E0'])
    expect((await page(`${text}${rest}`)).html).toContain('RECIBO VÁLIDO')
})

it('the page says its answer to the service worker, under the hash of the text', async () => {
  const { headers } = await page(`${text}.`)
  const key = createHash('sha256').update(text).digest('hex')
  expect(JSON.parse(headers.get('guiche-receipt') ?? '')).toMatchObject({
    key,
    state: 'valid',
    refundedCents: 0,
  })
  expect((await page('x')).headers.get('guiche-receipt')).toBeNull()
})

describe('the page', () => {
  it('is complete without scripts, loads no resource and is not cached', async () => {
    const { status, headers, html } = await page(text)
    expect([status, words(html)]).toEqual([200, expect.stringMatching(/RECIBO VÁLIDO.*12:15.*R\$.7,00/)])
    expect(words(html)).toContain('Verificado agora')
    expect(html).not.toContain('<script')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it.each([
    ['a word', 'x'],
    ['3000 letters', 'x'.repeat(3000)],
    ['two parts', 'a/b'],
    ['markup', '%3Cscript%3E'],
  ])('says Recibo não reconhecido of %s', async (_, of) => {
    const { status, html } = await page(of)
    expect([status, html]).toEqual([200, expect.stringContaining('Recibo não reconhecido')])
    expect(words(html)).toContain('NÃO RECONHECIDO')
  })
})

it('the 61st request of an address within a minute gets the rate-limit page', async () => {
  const from = freshAddress()
  await spendLimit(portal, 'receipt_check', from.replace(/::1$/, '::/64'), 60)
  const reply = await fetch(`${portal.url}/r/${text}`, { headers: { 'x-forwarded-for': from } })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(await reply.text()).toContain('Aguarde um minuto')
})

it('text, page, call and mail part contain no name, CPF, plate, card or token, and no log line contains the text', async () => {
  await portal.runJobs()
  const mails = portal.db.selectFrom('mail').select(['html', 'text']).where('recipient', '=', payer.email)
  const mail = await mails.executeTakeFirst()
  expect(mail?.text).toContain(`Conferir recibo:\nhttp://portal.test/r/${text}`)
  expect(mail?.html).toContain('src="data:image/png;base64,')
  const payload = Buffer.from(text.split('.')[2] ?? '', 'base64url').toString()
  const published = [payload, (await page(text)).html, JSON.stringify(await check(text))].join('\n')
  for (const secret of [payer.name, payer.cpfcnpj, '52998224725', payer.email, token, 'final'])
    expect(published).not.toContain(secret)
  const logs = portal.logs.join('\n')
  for (const secret of [text, token, code, payer.name, payer.email]) expect(logs).not.toContain(secret)
})

it('the transaction in the back office links to the page', async () => {
  const staff = await staffMember(portal, 10)
  const { body } = must(await staff.get(`/api/staff/transactions/${token}/edit`))
  expect(at(body, 'data.proof_url')).toBe(`http://portal.test/r/${text}`)
})

it('the keys are published with their newest payment', async () => {
  const reply = await portal.client().get('/.well-known/guiche-receipts.json')
  const [key] = portal.deps.receipt.receiptKeys.all
  const { kid = '', x = '' } = key ?? {}
  const published = { kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig', last_signed_at: expect.any(String) }
  expect(reply.body).toEqual({ keys: [published] })
  expect(text.split('.')[1]).toBe(kid)
})

describe('a rotated key', () => {
  const [newer, seed] = ['0a'.repeat(32), '09'.repeat(32)]
  const kid = () => text.split('.')[1] ?? ''

  it('verifies, and is published until 2196 days after its last payment', async () => {
    const { db, clock } = portal
    const { receipt } = portal.deps
    const receiptKeys = parseReceiptKeys(`${newer},${seed}`)
    expect(await checkReceipt({ ...receipt, receiptKeys }, text)).toMatchObject({ isKnown: true })
    const kids = async (now: Date) =>
      (await publishedKeys({ db, clock: new TestClock(now.toISOString()), receiptKeys })).keys.map(
        (key) => key.kid,
      )
    expect(await kids(clock.now())).toContain(kid())
    expect(await kids(new Date(clock.now().getTime() + 2197 * 86_400_000))).not.toContain(kid())
  })

  it('that is revoked verifies only what the database confirms, and is not published', async () => {
    const { db, clock } = portal
    const { receipt } = portal.deps
    const receiptKeys = parseReceiptKeys(`${newer},${seed}`, kid())
    expect(await checkReceipt({ ...receipt, receiptKeys }, text)).toMatchObject({ isKnown: true })
    const { proof } = verifyProof(receiptKeys, text) ?? {}
    if (!proof) throw new Error('no proof')
    const forged = signProof(receiptKeys, kid(), { ...proof, amountCents: 1 }) ?? ''
    expect(await checkReceipt({ ...receipt, receiptKeys }, forged)).toBeNull()
    expect(await checkReceipt({ ...receipt, receiptKeys: parseReceiptKeys(seed) }, forged)).toMatchObject({
      isKnown: false,
    })
    const { keys } = await publishedKeys({ db, clock, receiptKeys })
    expect(keys.map((key) => key.kid)).not.toContain(kid())
  })

  it('without any key no proof is offered', async () => {
    const { receipt } = portal.deps
    expect(await checkReceipt({ ...receipt, receiptKeys: parseReceiptKeys('') }, text)).toBeNull()
  })
})

it('a refund is shown as partial, then as full; the receipt’s text is unchanged', async () => {
  const manager = await staffMember(portal, 2)
  const refund = async (value: number, kept: number) => {
    must(
      await manager.post(`/api/staff/transactions/${token}/refund`, {
        value,
        kept,
        reason: 'Cobrado a mais',
      }),
    )
    await portal.runJobs()
  }
  await refund(2.5, 7)
  expect(await check(text)).toMatchObject({ state: 'partly_refunded', refunded: { valueHuman: '2,50' } })
  expect(words((await page(text)).html)).toMatch(
    /VÁLIDO, COM DEVOLUÇÃO DE R\$.2,50.*O prazo era até 10\/03\/2026/,
  )
  expect(words((await page(text)).html)).not.toContain('Saída permitida até')
  await refund(4.5, 4.5)
  expect(await check(text)).toMatchObject({ state: 'refunded', refunded: { value: 7 } })
  expect(words((await page(text)).html)).toContain('DEVOLVIDO')
  expect(textAt(must(await client.get(proofPath())).body, 'data.text')).toBe(text)
})
