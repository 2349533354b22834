import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, addMs } from '#kit/clock.ts'
import { type Canned, openCannedBank } from '#test/support/pix/cannedBank.ts'
import { buildBrCode } from '../../brCode.ts'
import { testPixSale, pixSettingsFor } from '#simulators/pix/pixTestBed.ts'
import { bacenAcquirer } from './bacen.ts'

let bank: Awaited<ReturnType<typeof openCannedBank>>
beforeAll(async () => {
  bank = await openCannedBank()
  bank.canned.token = () => ({ status: 200, body: { access_token: 'T', expires_in: 3600 } })
})
afterAll(() => bank.close())
const adapter = () => bacenAcquirer(pixSettingsFor(bank.url))
const answer = (canned: Canned) => (bank.canned.answer = () => canned)

const txid = 'f'.repeat(33)
const location = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
const cob = (change: object = {}) => ({
  txid,
  status: 'ATIVA',
  calendario: { criacao: new Date().toISOString(), expiracao: 900 },
  valor: { original: '12.50' },
  pixCopiaECola: buildBrCode({ location, amountCents: 1250 }),
  ...change,
})

const brasilia = () => addMs(new Date(), -3 * hourMs).toISOString()
test.each([
  ['local time with a Z', brasilia],
  ['local time without a zone', () => brasilia().replace('Z', '')],
  ['UTC', () => new Date().toISOString()],
])(
  'a code is valid for the requested time, although the bank writes its creation in %s',
  async (_, criacao) => {
    const calendario = { criacao: criacao(), expiracao: 900 }
    const askedAt = new Date()
    answer({ status: 201, body: cob({ calendario }) })
    const made = await adapter().authorise(testPixSale({ orderKey: txid }))
    if (made.outcome !== 'pending') throw new Error(made.outcome)
    expect(made.expiresAt.getTime() - askedAt.getTime() - 900_000).toBeGreaterThanOrEqual(0)
    expect(made.expiresAt.getTime() - askedAt.getTime() - 900_000).toBeLessThan(hourMs)
    answer({ status: 200, body: cob({ calendario }) })
    const until = addMs(askedAt, 900_000)
    expect(await adapter().findByOrderKey(txid, askedAt)).toMatchObject({
      outcome: 'pending',
      expiresAt: until,
    })
    expect(await adapter().findByReference(txid, askedAt)).toMatchObject({
      outcome: 'pending',
      expiresAt: until,
    })
    const before = addMs(askedAt, -1_000_000)
    expect(await adapter().findByReference(txid, before)).toMatchObject({
      outcome: 'refused',
      cause: 'ended',
    })
  },
)

const paidWith = (devolucao: object) =>
  cob({
    status: 'CONCLUIDA',
    pix: [{ endToEndId: 'E1', valor: '12.50', horario: '2026-11-22T12:00:00Z', devolucoes: [devolucao] }],
  })
test.each([
  ['id', { valor: '2.00', status: 'DEVOLVIDO' }, 200],
  ['status', { id: 'a', valor: '2.00' }, 0],
  ['horario', { id: 'a', valor: '2.00', status: 'DEVOLVIDO', horario: null }, 200],
  ['instant', { id: 'a', valor: '2.00', status: 'DEVOLVIDO', horario: { solicitacao: null } }, 200],
  ['anything but its amount', { id: null, valor: 2, status: null, horario: null }, 0],
])('a devolução without its %s leaves the payment readable', async (_, devolucao, voidedCents) => {
  answer({ status: 200, body: paidWith(devolucao) })
  expect(await adapter().findByReference(txid)).toMatchObject({
    outcome: 'approved',
    capturedCents: 1250,
    voidedCents,
  })
})

test.each([
  ['MED_FRAUDE', 'DEVOLVIDO', [{ kind: 'chargeback', number: 'D1', amountCents: 200, text: 'MED_FRAUDE' }]],
  ['MED_OPERACIONAL', 'EM_PROCESSAMENTO', [{ number: 'D1', text: 'MED_OPERACIONAL' }]],
  ['MED_FRAUDE', 'NAO_REALIZADO', []],
  ['ORIGINAL', 'DEVOLVIDO', []],
  [7, 'DEVOLVIDO', []],
])('a devolução of natureza %s, %s, is disputed or not', async (natureza, status, events) => {
  answer({ status: 200, body: paidWith({ id: 'D1', valor: '2.00', status, natureza }) })
  expect(await adapter().findByReference(txid)).toMatchObject({ outcome: 'approved', events })
})

test('a notification of a Pix without a charge, and of one with a charge', () => {
  const body = { pix: [{ txid: null }, { txid }, {}] }
  const secret = pixSettingsFor(bank.url).webhookSecret
  expect(adapter().readNotification({ headers: {}, body, secret })).toEqual({ references: [txid] })
})

test('an error in a bank’s own format is read', async () => {
  answer({ status: 400, body: { nome: 'VALOR_INVALIDO', mensagem: 'O valor é inválido.' } })
  expect(await adapter().authorise(testPixSale({ orderKey: txid }))).toMatchObject({
    outcome: 'refused',
    returnCode: 'VALOR_INVALIDO',
  })
  const none = { status: 404, body: { nome: 'COBRANCA_NAO_ENCONTRADA', mensagem: null, type: null } }
  bank.canned.answer = ({ path }) =>
    path.startsWith('/cob?') ? { status: 200, body: { parametros: {}, cobs: [] } } : none
  expect(await adapter().findByOrderKey(txid)).toEqual({ outcome: 'not_found' })
})

/** Absent, null, and formats that no standard has. */
const odd = [undefined, null, 'x y', 7, {}]
const paid = { endToEndId: 'E1', valor: '12.50', horario: '2026-11-22T12:00:00Z' }
const waiting = cob()
test.each(
  odd
    .flatMap(
      (value) =>
        [
          ['calendario', { ...waiting, calendario: value }, 'pending'],
          ['criacao', { ...waiting, calendario: { criacao: value, expiracao: 900 } }, 'pending'],
          ['expiracao', { ...waiting, calendario: { ...waiting.calendario, expiracao: value } }, 'pending'],
          ['pixCopiaECola', { ...waiting, pixCopiaECola: value, location }, 'pending'],
          ['location and loc', { ...waiting, location: value, loc: value }, 'pending'],
          ['calendario, paid', cob({ calendario: value, pix: [paid] }), 'approved'],
          ['endToEndId', cob({ pix: [{ ...paid, endToEndId: value }] }), 'approved'],
          ['horario', cob({ pix: [{ ...paid, horario: value }] }), 'approved'],
        ] satisfies [string, object, string][],
    )
    .map(([field, body, outcome]) => [field, JSON.stringify(body), outcome]),
)('a charge with an invalid %s can still be read: %s', async (_, body, outcome) => {
  answer({ status: 200, body })
  expect(await adapter().findByReference(txid, new Date())).toMatchObject({
    outcome,
    ...(outcome === 'approved' && { capturedCents: 1250 }),
  })
})

const back = { id: 'D1', valor: '2.00', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' }
test.each([
  ['a payment listed twice', { pix: [paid, paid] }, 1250, 0, 0],
  ['another payment', { pix: [paid, { ...paid, endToEndId: 'E2' }] }, 2500, 0, 0],
  ['a return listed twice', { pix: [{ ...paid, devolucoes: [back, back] }] }, 1250, 200, 1],
  [
    'a return, first under way',
    { pix: [{ ...paid, devolucoes: [{ ...back, status: 'EM_PROCESSAMENTO' }, back] }] },
    1250,
    200,
    1,
  ],
  [
    'a returned part of another id',
    { pix: [{ ...paid, devolucoes: [back, { ...back, id: 'D2' }] }] },
    1250,
    400,
    2,
  ],
  [
    'codes in lower case',
    { pix: [{ ...paid, devolucoes: [{ ...back, status: 'devolvido', natureza: 'med_fraude' }] }] },
    1250,
    200,
    1,
  ],
  [
    'amounts as numbers',
    { pix: [{ ...paid, valor: 12.5, devolucoes: [{ ...back, valor: 2 }] }] },
    1250,
    200,
    1,
  ],
])('%s', async (_, charged, capturedCents, voidedCents, disputes) => {
  answer({ status: 200, body: cob({ status: 'concluida', ...charged }) })
  const found = await adapter().findByReference(txid)
  expect(found).toMatchObject({ outcome: 'approved', capturedCents, voidedCents })
  expect(found).toHaveProperty('events.length', disputes)
})

test.each([
  ['Ativa', '7', 700],
  ['ativa ', '7.5', 750],
  ['ATIVA', 7.5, 750],
])('a charge %s of %j is open', async (status, original, cents) => {
  const pixCopiaECola = buildBrCode({ location, amountCents: cents })
  answer({ status: 200, body: cob({ status, valor: { original }, pixCopiaECola }) })
  expect(await adapter().findByReference(txid, new Date())).toMatchObject({ outcome: 'pending' })
})

test('a payment without its id counts as paid, and is not refunded under another id', async () => {
  answer({ status: 200, body: cob({ status: 'CONCLUIDA', pix: [{ ...paid, endToEndId: null }] }) })
  expect(await adapter().refund({ id: 'R1', reference: txid, amountCents: 500 })).toMatchObject({
    outcome: 'refused',
    returnCode: 'SEM_ENDTOENDID',
  })
})

test.each(odd.map((value) => [value]))(
  'a notification with an invalid item (%j) names the other items',
  (value) => {
    const body = { pix: [value ?? null, { txid: value }, { txid }] }
    const secret = pixSettingsFor(bank.url).webhookSecret
    expect(adapter().readNotification({ headers: {}, body, secret })).toEqual({ references: [txid] })
  },
)

test.each([null, 'x', '3600', 3600])(
  'a token with expires_in %j and scope null is used',
  async (expires_in) => {
    bank.canned.token = () => ({ status: 200, body: { access_token: 'T', expires_in, scope: null } })
    answer({ status: 200, body: cob() })
    expect(await adapter().findByReference(txid, new Date())).toMatchObject({ outcome: 'pending' })
  },
)
