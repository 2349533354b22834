import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildBrCode } from '../../brCode.ts'
import { testPixSale, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { type Canned, openCannedBank } from '#test/support/pix/cannedBank.ts'
import { bacenAcquirer } from './bacen.ts'
import { parseBank, type PixSettings } from './bank/banks.ts'

let bank: Awaited<ReturnType<typeof openCannedBank>>
beforeAll(async () => {
  bank = await openCannedBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.asked.length = 0
  bank.canned.token = () => ({ status: 200, body: { access_token: 'T', expires_in: 3600 } })
})
const adapter = (change: Partial<PixSettings> = {}) =>
  bacenAcquirer({ ...pixSettingsFor(bank.url), timeoutMs: 5_000, ...change })

const txid = 'f'.repeat(33)
const location = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
const code = buildBrCode({ location, amountCents: 1250 })
const cob = (change: object = {}) => ({
  txid,
  status: 'ATIVA',
  calendario: { criacao: new Date().toISOString(), expiracao: 900 },
  valor: { original: '12.50' },
  location,
  pixCopiaECola: code,
  ...change,
})
const paid = (change: object = {}) => ({
  endToEndId: `E${'1'.repeat(31)}`,
  txid,
  valor: '12.50',
  horario: '2026-11-22T12:00:00Z',
  ...change,
})
const problem = (name: string, status = 400) => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title: name, status },
})
const sale = () => testPixSale({ orderKey: txid })

describe('a new charge', () => {
  test('is requested in the standard’s format', async () => {
    bank.canned.answer = () => ({ status: 201, body: cob() })
    await adapter().authorise(sale())
    const [token, put] = bank.asked
    expect(token).toMatchObject({ method: 'POST', path: '/oauth/token' })
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    })
    expect(put).toMatchObject({ method: 'PUT', path: `/cob/${txid}`, headers: { authorization: 'Bearer T' } })
    expect(JSON.parse(put?.body ?? '')).toEqual({
      calendario: { expiracao: 900 },
      devedor: { cpf: '52998224725', nome: 'Maria de Souza' },
      valor: { original: '12.50' },
      chave: 'pix@guiche.test',
      solicitacaoPagador: 'Estacionamento',
    })
  })

  test.each<[string, Canned, object]>([
    [
      'another id in the answer',
      { status: 201, body: cob({ txid: 'e'.repeat(33) }) },
      { outcome: 'unknown' },
    ],
    [
      'another amount in the answer',
      { status: 201, body: cob({ valor: { original: '12.51' } }) },
      { outcome: 'unknown' },
    ],
    ['a page instead', { status: 200, body: '<html></html>' }, { outcome: 'unknown' }],
    ['a redirection', { status: 302, body: '' }, { outcome: 'unknown' }],
    ['408', { status: 408, body: '' }, { outcome: 'unknown' }],
    ['503', problem('ServicoIndisponivel', 503), { outcome: 'unknown' }],
    ['no answer', undefined, { outcome: 'unknown' }],
    [
      '400',
      problem('CobOperacaoInvalida'),
      { outcome: 'refused', returnCode: 'CobOperacaoInvalida', cause: 'instrument' },
    ],
    ['403', problem('AcessoNegado', 403), { outcome: 'refused', returnCode: 'AcessoNegado' }],
    [
      'a number of the bank’s own',
      { status: 422, body: { erro: 'x' } },
      { outcome: 'refused', returnCode: '422' },
    ],
    ['429', { status: 429, body: '' }, { outcome: 'refused', returnCode: '429' }],
    ['amounts as numbers', { status: 201, body: cob({ valor: { original: 12.5 } }) }, { outcome: 'pending' }],
  ])('%s', async (_name, answer, outcome) => {
    bank.canned.answer = () => answer
    expect(await adapter({ timeoutMs: 300 }).authorise(sale())).toMatchObject(outcome)
  })

  test('is refused without a token or a connection', async () => {
    bank.canned.token = () => ({ status: 401, body: { error: 'invalid_client' } })
    const refused = { outcome: 'refused', cause: 'instrument', returnCode: 'unreached' }
    expect(await adapter().authorise(sale())).toMatchObject(refused)
    expect(bank.asked.map(({ path }) => path)).toEqual(['/oauth/token'])
    expect(
      await adapter({ apiUrl: 'http://127.0.0.1:1', tokenUrl: 'http://127.0.0.1:1/t' }).authorise(sale()),
    ).toMatchObject(refused)
  })

  test('with an invalid code is shown by its address, or not at all', async () => {
    const show = { type: 'qr', text: code }
    for (const pixCopiaECola of [
      undefined,
      null,
      '',
      code.replace('12.50', '13.50'),
      `${code.slice(0, -1)}X`,
    ]) {
      bank.canned.answer = () => ({
        status: 201,
        body: cob({ pixCopiaECola, location: `https://${location}` }),
      })
      expect(await adapter().authorise(sale())).toMatchObject({ outcome: 'pending', nextAction: show })
    }
    bank.canned.answer = () => ({
      status: 201,
      body: cob({ pixCopiaECola: 'x', location: undefined, loc: { location } }),
    })
    expect(await adapter().authorise(sale())).toMatchObject({ outcome: 'pending', nextAction: show })
    bank.canned.answer = () => ({ status: 201, body: cob({ pixCopiaECola: 'x', location: undefined }) })
    expect(await adapter().authorise(sale())).toMatchObject({ outcome: 'refused', cause: 'instrument' })
  })

  test('omits a debtor whose CNPJ does not fit the standard', async () => {
    bank.canned.answer = () => ({ status: 201, body: cob() })
    const payer = { ...sale().payer, taxId: '12ABC34501DE35' }
    await adapter().authorise({ ...sale(), payer })
    expect(bank.asked.at(-1)?.body).not.toContain('devedor')
  })
})

describe('a query of a charge', () => {
  test.each<[string, Canned, object]>([
    [
      'paid',
      { status: 200, body: cob({ status: 'CONCLUIDA', pix: [paid()] }) },
      { outcome: 'approved', capturedCents: 1250 },
    ],
    [
      'paid, by another word',
      { status: 200, body: cob({ status: 'ATIVA', pix: [paid()] }) },
      { outcome: 'approved' },
    ],
    ['concluded without money', { status: 200, body: cob({ status: 'CONCLUIDA' }) }, { outcome: 'unknown' }],
    [
      'removed',
      { status: 200, body: cob({ status: 'REMOVIDA_PELO_PSP' }) },
      { outcome: 'refused', cause: 'ended' },
    ],
    [
      'removed, as the prose has it',
      { status: 200, body: cob({ status: 'REMOVIDO_PELO_USUARIO_RECEBEDOR' }) },
      { outcome: 'refused' },
    ],
    ['an unknown state', { status: 200, body: cob({ status: 'NOVA' }) }, { outcome: 'unknown' }],
    ['another charge', { status: 200, body: cob({ txid: 'e'.repeat(33) }) }, { outcome: 'unknown' }],
    [
      'an amount that is none',
      { status: 200, body: cob({ valor: { original: 'x' } }) },
      { outcome: 'unknown' },
    ],
    ['a page that is not found', { status: 404, body: '<html></html>' }, { outcome: 'unknown' }],
    ['no permission', problem('AcessoNegado', 403), { outcome: 'unknown' }],
    ['500', { status: 500, body: '' }, { outcome: 'unknown' }],
    [
      'given back in part, some of it on its way',
      {
        status: 200,
        body: cob({
          status: 'CONCLUIDA',
          pix: [
            paid({
              devolucoes: [
                { id: 'a', valor: '2.00', status: 'DEVOLVIDO' },
                { id: 'b', valor: '3.00', status: 'EM_PROCESSAMENTO' },
                { id: 'c', valor: '4.00', status: 'NAO_REALIZADO' },
              ],
            }),
          ],
        }),
      },
      { outcome: 'approved', capturedCents: 1250, voidedCents: 200 },
    ],
  ])('%s', async (_name, answer, outcome) => {
    bank.canned.answer = () => answer
    expect(await adapter().findByReference(txid)).toMatchObject(outcome)
  })

  test('is not found only at a verified API', async () => {
    const none = problem('CobNaoEncontrado', 404)
    bank.canned.answer = () => none
    expect(await adapter().findByOrderKey(txid)).toMatchObject({
      outcome: 'unknown',
      detail: 'not found at an unverified address',
    })
    expect(await adapter().checkQueries()).toMatch(/asked for the charges/)
    bank.canned.answer = ({ path }) =>
      path.startsWith('/cob?') ? { status: 200, body: { parametros: {}, cobs: [] } } : none
    expect(await adapter().findByOrderKey(txid)).toEqual({ outcome: 'not_found' })
    expect(await adapter().checkQueries()).toBeNull()
  })
})

describe('a refund that the bank refuses', () => {
  const concluded = { status: 200, body: cob({ status: 'CONCLUIDA', pix: [paid()] }) }
  test.each<[string, Canned, object]>([
    [
      'is refused where it knows none under this id',
      problem('PixDevolucaoNaoEncontrada', 404),
      { outcome: 'refused' },
    ],
    [
      'is unknown while it does not say whether it took it on before',
      { status: 500, body: '' },
      { outcome: 'unknown' },
    ],
  ])('%s', async (_name, known, outcome) => {
    bank.canned.answer = ({ method, path }) => {
      if (method === 'PUT') return problem('PixDevolucaoInvalida')
      return path.includes('/devolucao/') ? known : concluded
    }
    const told = await adapter().refund({ id: 'R1', reference: txid, amountCents: 500 })
    expect(told).toMatchObject(outcome)
  })
})

describe('the end of a charge', () => {
  const over = cob({ calendario: { criacao: new Date(Date.now() - 900_500).toISOString(), expiracao: 900 } })
  test('of an expired charge that the bank does not remove succeeds', async () => {
    bank.canned.answer = ({ method }) =>
      method === 'PATCH' ? problem('CobOperacaoInvalida') : { status: 200, body: over }
    expect(await adapter().cancel(txid)).toMatchObject({
      outcome: 'refused',
      cause: 'ended',
      returnCode: 'EXPIRADA',
    })
  })

  test('paid a moment before answers the payment', async () => {
    const concluded = cob({ status: 'CONCLUIDA', pix: [paid()] })
    bank.canned.answer = ({ method }) => ({ status: 200, body: method === 'PATCH' ? cob() : concluded })
    expect(await adapter().cancel(txid)).toMatchObject({ outcome: 'approved', capturedCents: 1250 })
  })

  test('refused by the bank before the expiry is unknown', async () => {
    bank.canned.answer = ({ method }) =>
      method === 'PATCH' ? problem('CobOperacaoInvalida') : { status: 200, body: cob() }
    expect(await adapter().cancel(txid)).toMatchObject({ outcome: 'unknown' })
    bank.canned.answer = ({ method }) =>
      method === 'PATCH' ? { status: 500, body: '' } : { status: 200, body: over }
    expect(await adapter().cancel(txid)).toMatchObject({ outcome: 'unknown' })
  })
})

describe('request formats of banks', () => {
  const call = async (name: string) => {
    bank.canned.answer = () => ({ status: 201, body: cob() })
    const row = parseBank(name, 'client-1')
    const settings = { bank: row, clientId: 'client-1', clientSecret: 'secret-1' }
    expect((await adapter(settings).authorise(sale())).outcome).toBe('pending')
    const [token, put] = bank.asked
    return { token, put }
  }
  const basic = `Basic ${Buffer.from('client-1:secret-1').toString('base64')}`

  test('the standard: the client in a header, a form', async () => {
    const { token } = await call('standard')
    expect(token?.headers).toMatchObject({
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
    })
  })

  test('Efí: JSON without scopes', async () => {
    const { token } = await call('efi')
    expect(token?.headers.authorization).toBe(basic)
    expect(JSON.parse(token?.body ?? '')).toEqual({ grant_type: 'client_credentials' })
  })

  test('Sicoob: no secret anywhere, and the client with each call', async () => {
    const { token, put } = await call('sicoob')
    expect(token?.headers.authorization).toBeUndefined()
    expect(token?.body).toContain('client_id=client-1')
    expect(token?.body).not.toContain('secret')
    expect(put?.headers['client_id']).toBe('client-1')
  })

  test('Inter: the client in the form, the account where it is given', async () => {
    const { token, put } = await call('inter?account=12345')
    expect(token?.body).toContain('client_id=client-1&client_secret=secret-1')
    expect(put?.headers['x-conta-corrente']).toBe('12345')
    bank.asked.length = 0
    expect((await call('inter')).put?.headers['x-conta-corrente']).toBeUndefined()
  })

  test('Banco do Brasil: its key in the address', async () => {
    expect((await call('bb?app_key=abc')).put?.path).toBe(`/cob/${txid}?gw-dev-app-key=abc`)
  })

  test('Itaú: the client and another number with each call', async () => {
    const first = (await call('itau')).put?.headers
    expect(first).toMatchObject({
      'x-itau-apikey': 'client-1',
      'x-itau-correlationid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    bank.asked.length = 0
    expect((await call('itau')).put?.headers['x-itau-correlationid']).not.toBe(
      first?.['x-itau-correlationid'],
    )
  })

  test('an unknown bank throws', () => {
    expect(() => parseBank('nenhum', '')).toThrow(
      'PIX_BANK: there is no bank nenhum; known are standard, efi',
    )
    expect(() => parseBank('constructor', '')).toThrow('PIX_BANK')
  })
})

test('a webhook lists each charge once, and is rejected without its secret', () => {
  const { readNotification } = adapter()
  const body = { pix: [{ txid }, { txid }, { txid: '../x' }, {}] }
  const told = (secret: string | null, body: unknown) => readNotification({ headers: {}, body, secret })
  expect(told('w'.repeat(32), body)).toEqual({ references: [txid] })
  expect(told('w'.repeat(32), null)).toEqual({ references: [] })
  for (const secret of ['w'.repeat(31), '', null]) expect(told(secret, body)).toBeNull()
  expect(adapter({ webhookSecret: '' }).readNotification({ headers: {}, body, secret: '' })).toBeNull()
})
