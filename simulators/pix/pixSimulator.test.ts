import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { payCharges } from '../../tools/garage/payCharges.ts'
import { createBankClient } from '#acquirer/server/pix/bank/bankClient.ts'
import { bacenAcquirer } from '#acquirer/server/pix/bacen.ts'
import { readWebhook, registerWebhook } from '#acquirer/server/pix/webhook.ts'
import { openPixTestBed, pixControls, testPixSale, pixSettingsFor } from './pixTestBed.ts'
import { listen } from '#test/support/wire/listen.ts'

let testBed: Awaited<ReturnType<typeof openPixTestBed>>
beforeAll(async () => {
  testBed = await openPixTestBed()
})
afterAll(() => testBed.close())

const opened = async () => {
  const sale = testPixSale()
  await testBed.acquirer.authorise(sale)
  return sale.orderKey
}
const call = (
  method: 'GET' | 'PUT' | 'PATCH',
  part: 'cob' | 'pix' | 'webhook',
  path: string,
  body?: object,
) => createBankClient(testBed.settings).call({ method, resource: part, path, ...(body ? { body } : {}) })

/** Stores the webhooks and queries the charge before it answers. */
async function openShop() {
  const received: { path: string; body: unknown; paidThen: number }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      const body = z.parse(z.object({ pix: z.array(z.object({ txid: z.string() })) }), JSON.parse(text))
      void testBed.ledger().then((charges) => {
        const charge = charges.find(({ txid }) => txid === body.pix[0]?.txid)
        received.push({ path: request.url ?? '', body: body.pix, paidThen: charge?.paid.length ?? 0 })
        response.end()
      })
    })
  })
  const port = await listen(server)
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

describe('the webhook', () => {
  test('receives a payment’s webhook once, never, twice or too early, by the fault', async () => {
    const shop = await openShop()
    const bank = createBankClient(testBed.settings)
    expect(await readWebhook(bank)).toEqual({ url: null })
    expect(await registerWebhook(bank, shop.url)).toBeNull()
    expect(await readWebhook(bank)).toEqual({ url: shop.url })
    const webhooksOf = async (fault?: 'silent_webhook' | 'webhook_twice' | 'webhook_early') => {
      const txid = await opened()
      if (fault) await testBed.fault(fault)
      shop.received.length = 0
      await testBed.pay(txid)
      expect((await testBed.ledger()).find((charge) => charge.txid === txid)).toMatchObject({
        status: 'CONCLUIDA',
      })
      return shop.received.map(({ path, paidThen }) => ({ path, paidThen }))
    }
    const once = { path: '/hook/pix', paidThen: 1 }
    expect(await webhooksOf()).toEqual([once])
    expect(await webhooksOf('silent_webhook')).toEqual([])
    expect(await webhooksOf('webhook_twice')).toEqual([once, once])
    expect(await webhooksOf('webhook_early')).toEqual([{ path: '/hook/pix', paidThen: 0 }])
    await testBed.fault('silent_webhook')
    await testBed.clearFaults()
    expect(await webhooksOf()).toEqual([once])
    shop.close()
  })
})

describe('the standard', () => {
  test.each<[string, Parameters<typeof call>, number, string]>([
    [
      'a short txid',
      ['PUT', 'cob', '/abc', { calendario: {}, valor: { original: '1.00' }, chave: 'k' }],
      400,
      'CobOperacaoInvalida',
    ],
    ['no body', ['PUT', 'cob', `/${'a'.repeat(30)}`], 400, 'CobOperacaoInvalida'],
    ['an unknown charge', ['GET', 'cob', `/${'b'.repeat(30)}`], 404, 'CobNaoEncontrado'],
    ['a list without a period', ['GET', 'cob', ''], 400, 'RequisicaoInvalida'],
    [
      'an unknown payment',
      ['PUT', 'pix', `/E${'9'.repeat(31)}/devolucao/1`, { valor: '1.00' }],
      404,
      'PixNaoEncontrado',
    ],
    ['no webhook', ['GET', 'webhook', '/other'], 404, 'WebhookNaoEncontrado'],
    ['a webhook that is none', ['PUT', 'webhook', '/k', { webhookUrl: 'x' }], 400, 'WebhookOperacaoInvalida'],
  ])('%s is a problem', async (_name, args, status, name) => {
    const answer = await call(...args)
    expect(answer).toMatchObject({
      status,
      body: { type: expect.stringContaining(`/error/${name}`), status },
    })
  })

  test('an active charge is revised, a removed one is not', async () => {
    const txid = await opened()
    const body = { calendario: { expiracao: 60 }, valor: { original: '3.00' }, chave: 'k' }
    expect(await call('PUT', 'cob', `/${txid}`, body)).toMatchObject({ status: 201, body: { revisao: 1 } })
    expect(
      await call('PATCH', 'cob', `/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: {} }),
    ).toMatchObject({ status: 400 })
    await testBed.acquirer.cancel(txid)
    expect(await call('PUT', 'cob', `/${txid}`, body)).toMatchObject({ status: 400 })
  })

  test('an id of a devolução works once, and refunds do not exceed the payment', async () => {
    const txid = await opened()
    const { e2eid } = await testBed.pay(txid)
    const ask = (id: string, valor: string) => call('PUT', 'pix', `/${e2eid}/devolucao/${id}`, { valor })
    expect(await ask('D1', '12.00')).toMatchObject({ status: 201, body: { status: 'EM_PROCESSAMENTO' } })
    const no = { status: 400, body: { type: expect.stringContaining('PixDevolucaoInvalida') } }
    expect(await ask('D1', '0.10')).toMatchObject(no)
    expect(await ask('D2', '0.51')).toMatchObject(no)
    expect(await ask('D3', '0')).toMatchObject(no)
    expect(await ask('x'.repeat(36), '0.10')).toMatchObject(no)
    expect(await ask('D2', '0.50')).toMatchObject({ status: 201 })
  })

  test('payments are listed by their time and charge', async () => {
    const txid = await opened()
    const { e2eid } = await testBed.pay(txid)
    const period = `inicio=${new Date(Date.now() - 60_000).toISOString()}&fim=${new Date(Date.now() + 60_000).toISOString()}`
    const list = await call('GET', 'pix', `?${period}&txid=${txid}`)
    expect(list).toMatchObject({ status: 200, body: { pix: [{ endToEndId: e2eid, valor: '12.50' }] } })
  })

  test('a token grants its scopes, and calls without one fail', async () => {
    const bare = await fetch(`${testBed.url}/cob/x`)
    expect(bare.status).toBe(401)
    const narrow = { ...testBed.settings, bank: { ...testBed.settings.bank, scopes: 'cob.read' } }
    const answer = await createBankClient(narrow).call({
      method: 'PUT',
      resource: 'cob',
      path: '/x',
      body: {},
    })
    expect(answer).toMatchObject({ status: 403, body: { type: expect.stringContaining('AcessoNegado') } })
  })
})

describe('the page', () => {
  test('pays an open charge, late, again, and with another amount', async () => {
    const txid = await opened()
    const press = (fields: Record<string, string>) =>
      fetch(`${testBed.url}/_sim/`, { method: 'POST', body: new URLSearchParams(fields) })
    expect(await (await fetch(`${testBed.url}/_sim/`)).text()).toContain(txid)
    expect(await (await press({ txid })).text()).toContain('paga')
    await press({ txid, amount: '3,20' })
    const charge = (await testBed.ledger()).find((one) => one.txid === txid)
    expect(charge?.paid.map(({ amount }) => amount)).toEqual([1250, 320])
  })
})

test('the garage pays a requested Pix some seconds later, once', async () => {
  const txid = await opened()
  const known = new Map<string, number>()
  await payCharges(testBed.url, known, 0)
  await payCharges(testBed.url, known, 2_999)
  const paid = async () => (await testBed.ledger()).find((charge) => charge.txid === txid)?.paid.length
  expect(await paid()).toBe(0)
  await payCharges(testBed.url, known, 3_000)
  await payCharges(testBed.url, known, 9_000)
  expect(await paid()).toBe(1)
})

test('an unknown charge cannot be paid, and an unknown fault is refused', async () => {
  await expect(testBed.pay('x')).rejects.toThrow('no such txid')
  const send = (path: string, body: object) =>
    fetch(testBed.url + path, { method: 'POST', body: JSON.stringify(body) })
  expect((await send('/_sim/next', { fault: 'x' })).status).toBe(400)
  expect((await send('/_sim/pay', { txid: 1 })).status).toBe(400)
})

test(
  'the process prints its address and keeps data after a kill with an incomplete line',
  { tags: 'deep' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pix-'))
    const file = join(folder, 'bank.jsonl')
    const script = fileURLToPath(new URL('../../tools/pix/simulator.ts', import.meta.url))
    const spawned = async () => {
      const env = { ...process.env, PIX_SIM_PORT: '0', PIX_SIM_DATA: file }
      const child = fork(script, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const [message] = await once(child, 'message')
      return { child, url: z.parse(z.object({ url: z.string() }), message).url }
    }
    const first = await spawned()
    const sale = testPixSale()
    const settings = { ...pixSettingsFor(first.url), timeoutMs: 10_000 }
    expect((await bacenAcquirer(settings).authorise(sale)).outcome).toBe('pending')
    expect(await registerWebhook(createBankClient(settings), 'http://127.0.0.1:9/x')).toBeNull()
    await pixControls(first.url).pay(sale.orderKey)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    appendFileSync(file, '{"kind":"charge","charge":{"txid')

    const second = await spawned()
    const again = { ...settings, ...pixSettingsFor(second.url) }
    expect(await bacenAcquirer(again).findByOrderKey(sale.orderKey)).toMatchObject({
      outcome: 'approved',
      capturedCents: 1250,
    })
    expect(await readWebhook(createBankClient(again))).toEqual({ url: 'http://127.0.0.1:9/x' })
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
    rmSync(folder, { recursive: true })
  },
)
