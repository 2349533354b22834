import { beforeAll, describe, expect, it } from 'vitest'
import { feesKey } from '#closing/server/readFees.ts'
import { readContestSettings } from '#contest/server/contestSettings.ts'
import { writeSetting } from '#kit/server/settings.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { createReserve, reserved } from '#test/support/garage/reserve.ts'
import { startPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const path = '/api/staff/settings'
const read = async () => at(must(await manager.get(`${path}/edit`)).body, 'entity')
const save = async (change: object) => manager.change('PUT', path, { ...Object(await read()), ...change })
const fee = { acquirer: 'cielo', method: 'credit', brand: null, percent_bp: 249, fixed_cents: 0 }
const audits = () =>
  portal.db.selectFrom('audit').selectAll().where('subject', '=', 'setting').orderBy('id', 'desc').execute()

describe('the settings', () => {
  it('changed by another person meanwhile are not overwritten', async () => {
    const seen = await read()
    const colleague = await staffMember(portal, 1)
    must(await colleague.change('PUT', path, { ...Object(seen), operatorName: 'Garagem Sul' }))
    const mine = { ...Object(seen), copyright: 'Garagem Sul Ltda.' }
    const refused = await manager.change('PUT', path, { ...mine, seen_version: textAt(seen, 'version') })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settings_changed', data: { operatorName: 'Garagem Sul' } },
    })
    expect(await read()).toMatchObject({ operatorName: 'Garagem Sul', copyright: textAt(seen, 'copyright') })
    const again = { ...mine, seen_version: textAt(refused.body, 'data.version') }
    must(await manager.change('PUT', path, again))
    must(await save({ operatorName: textAt(seen, 'operatorName'), copyright: textAt(seen, 'copyright') }))
  })

  it('apply to page and reservations at once, with an audit row', async () => {
    must(
      await save({
        operatorName: 'Garagem Central',
        operatorCnpj: '11.444.777/0001-61',
        reserveValue: 80.5,
        reserveMin: 10,
        signColor: '#083B8F',
      }),
    )
    expect(await portal.deps.pageSettings()).toMatchObject({
      operatorName: 'Garagem Central',
      operatorCnpj: '11444777000161',
      signColor: '#083b8f',
    })
    expect(at(must(await portal.client().get('/api/session/web')).body, 'configs.reserve')).toMatchObject({
      value: 80.5,
      valueMinHuman: '10,00',
    })
    const [row] = await audits()
    expect(row).toMatchObject({
      action: 'changed',
      before: { operatorName: 'Guichê Estacionamentos', reserveValue: 50 },
      after: { operatorName: 'Garagem Central', reserveValue: 80.5, signColor: '#083b8f' },
    })
    expect(row?.actor).toMatch(/^staff \d+$/)
    expect(Object.keys(Object(row?.after)).toSorted()).toEqual([
      'operatorCnpj',
      'operatorName',
      'reserveMin',
      'reserveValue',
      'signColor',
    ])
  })

  it('an unreadable field does not affect the others', async () => {
    const row = await portal.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'page')
      .executeTakeFirstOrThrow()
    const broken = JSON.stringify({ ...Object(row.value), analyticsScriptUrl: 'https://x.com:99999/a.js' })
    await portal.db.updateTable('setting').set({ value: broken }).where('key', '=', 'page').execute()
    expect(await portal.deps.pageSettings()).toMatchObject({
      operatorName: 'Garagem Central',
      analyticsScriptUrl: null,
    })
    await portal.db
      .updateTable('setting')
      .set({ value: JSON.stringify(row.value) })
      .where('key', '=', 'page')
      .execute()
  })

  it('accept an analytics script from an admin only; a manager saves the rest', async () => {
    const analyticsScriptUrl = 'https://metrics.example/a.js'
    const text = 'Só um administrador pode mudar este endereço.'
    expect(await save({ analyticsScriptUrl })).toMatchObject({
      status: 422,
      body: { errors: { analyticsScriptUrl: [text] } },
    })
    const admin = await staffMember(portal, 1)
    const {
      id: _,
      version: __,
      updated_at: ___,
      logoUrl: ____,
      acquirers: ______,
      reservesRunning: _____,
      ...entry
    } = Object(await read())
    must(await admin.change('PUT', '/api/staff/settings', { ...entry, analyticsScriptUrl }))
    must(await save({ analyticsScriptUrl, analyticsEnabled: true }))
    expect(await save({ analyticsScriptUrl: '', analyticsEnabled: false })).toMatchObject({ status: 422 })
    must(await admin.change('PUT', '/api/staff/settings', entry))
  })

  it('hold the acquirers’ fees, which the next closing estimates by; absent they stay', async () => {
    const fees = [
      { acquirer: 'cielo', method: 'credit', brand: 'Master', percent_bp: 249, fixed_cents: 10 },
      { acquirer: 'cielo', method: 'pix', brand: null, percent_bp: 99, fixed_cents: 0 },
    ]
    const { fees: none, ...absent } = Object(await read())
    expect(none).toEqual([])
    must(await save({ fees }))
    must(await manager.change('PUT', path, absent))
    expect(await read()).toMatchObject({ fees })
    expect((await audits())[0]).toMatchObject({
      before: { fees: '' },
      after: { fees: 'cielo, crédito, Mastercard: 2,49% + R$ 0,10; cielo, Pix: 0,99% + R$ 0,00' },
    })
    const preview = must(await manager.get('/api/staff/closings/preview?lot_id=1'))
    expect(at(preview.body, 'data.totals.fee_estimate')).toBe(0)
    must(await save({ fees: [] }))
    expect(
      at((await manager.get('/api/staff/closings/preview?lot_id=1')).body, 'data.totals.fee_estimate'),
    ).toBeNull()
  })

  it('take fees of known acquirers; a stored name that nobody knows is shown', async () => {
    const unknown = [{ ...fee, acquirer: 'Cielo crédito' }]
    await writeSetting(portal.db, feesKey, { rows: unknown }, portal.clock.now())
    expect(await read()).toMatchObject({
      fees: unknown,
      acquirers: expect.arrayContaining([
        { name: 'cielo', title: 'Cielo' },
        { name: 'bacen', title: 'Pix' },
      ]),
    })
    expect(await save({})).toMatchObject({
      status: 422,
      body: { errors: { fees: ['Escolha um adquirente.'] } },
    })
    const { fees: _fees, ...absent } = Object(await read())
    must(await manager.change('PUT', path, absent))
    must(await save({ fees: [] }))
  })

  it('say how long a payment may be contested, and what a rule gives back; absent they stay', async () => {
    const { contestDays, contestAnswerDays, contestAuto, ...absent } = Object(await read())
    expect([contestDays, contestAnswerDays, contestAuto]).toEqual([90, 7, 50])
    must(await save({ contestDays: 30, contestAuto: 12.34 }))
    must(await manager.change('PUT', path, absent))
    expect(await readContestSettings(portal.db)).toEqual({ days: 30, answerDays: 7, autoCents: 1234 })
    expect((await audits())[0]).toMatchObject({
      before: { contestDays: 90, contestAuto: 50 },
      after: { contestDays: 30, contestAuto: 12.34 },
    })
  })

  it('without a payment method are saved with a warning; so are reservations without a method for holds', async () => {
    const noMethod = 'Nenhuma forma de pagamento está aberta: ninguém consegue pagar por aqui.'
    const noReservations = 'Sem cartão de crédito não há novas reservas: elas voltam quando ele for aberto.'
    const warned = async (change: object) => at(must(await save(change)).body, 'warnings')
    const closed = { payCredit: false, payDebit: false, payPix: false }
    expect(await warned({ ...closed, reserveEnabled: true })).toEqual([noMethod, noReservations])
    expect(await warned({ reserveEnabled: false })).toEqual([noMethod])
    expect(await warned({ payPix: true })).toEqual([])
    expect(await warned({ payCredit: true, payDebit: true, reserveEnabled: true })).toEqual([])
  })

  it('saved again they change nothing', async () => {
    const before = (await audits()).length
    must(await save({}))
    expect(await audits()).toHaveLength(before)
  })

  it.each([
    ['reserveMin', { reserveValue: 10, reserveMin: 10.01 }, 'Não pode ser maior que o valor pré-autorizado.'],
    [
      'reserveValue',
      { reserveEnabled: true, reserveValue: 0, reserveMin: 0 },
      'Para aceitar reservas, informe o valor pré-autorizado.',
    ],
    ['reserveValue', { reserveValue: 20.001 }, 'Use no máximo duas casas decimais.'],
    ['fees.0.percent_bp', { fees: [{ ...fee, percent_bp: 2001 }] }, 'Uma taxa tem no máximo 20%.'],
    ['fees.0.fixed_cents', { fees: [{ ...fee, fixed_cents: 1.5 }] }, 'Informe um número inteiro.'],
    ['fees.0.method', { fees: [{ ...fee, method: 'cash' }] }, 'Escolha a forma de pagamento.'],
    ['fees.0.acquirer', { fees: [{ ...fee, acquirer: ' ' }] }, 'Campo obrigatório.'],
    ['contestDays', { contestDays: 0 }, 'No mínimo 1.'],
    ['contestAnswerDays', { contestAnswerDays: 91 }, 'No máximo 90.'],
    ['contestAuto', { contestAuto: -1 }, 'O valor não pode ser negativo.'],
    ['operatorCnpj', { operatorCnpj: '11111111111111' }, 'Digite um CNPJ válido'],
    ['contactEmail', { contactEmail: 'x' }, 'Campo deve ser um e-mail válido.'],
    [
      'signColor',
      { signColor: '#FFD400' },
      'Contraste de 1,4:1 com o cartão branco; são necessários 4,5:1. Escolha uma cor mais escura.',
    ],
    ['signColor', { signColor: 'azul' }, 'Use o formato #0B57D0.'],
    [
      'analyticsScriptUrl',
      { analyticsEnabled: true, analyticsScriptUrl: '' },
      'Para coletar dados de navegação, informe o endereço do script.',
    ],
    [
      'analyticsScriptUrl',
      { analyticsScriptUrl: 'https://a.b;sandbox/x.js' },
      'Informe um endereço que comece com https://.',
    ],
  ])('a wrong %s is 422: %j', async (field, change, text) => {
    const before = await read()
    const reply = await save(change)
    expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: [text] } } })
    expect(await read()).toEqual(before)
  })

  it('switch off new reservations, and report the running ones', async () => {
    expect(await read()).toMatchObject({ reserveEnabled: true, reservesRunning: 0 })
    const coming = await reserved(portal)
    const inside = await reserved(portal)
    must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate: inside.plate }))
    const seen = await read()
    expect(seen).toMatchObject({ reservesRunning: 2 })
    must(await coming.cancel())
    // Other visitors' reservations do not change the settings' version.
    const off = { ...Object(seen), reserveEnabled: false, seen_version: textAt(seen, 'version') }
    expect(at(must(await manager.change('PUT', path, off)).body, 'entity')).toMatchObject({
      reserveEnabled: false,
      reservesRunning: 1,
    })
    expect((await audits())[0]).toMatchObject({
      before: { reserveEnabled: true },
      after: { reserveEnabled: false },
    })
    expect((await portal.deps.pageSettings()).reserveEnabled).toBe(false)
    expect(at(must(await portal.client().get('/api/session/web')).body, 'configs.reserve.value')).toBe(0)
    expect(await createReserve(coming.client, coming.vehicleId)).toMatchObject({
      status: 403,
      body: { code: 'reserve_off' },
    })
    must(await inside.confirm())
    must(await save({ reserveEnabled: true }))
  })

  it('switch the human check off and on', async () => {
    const guarded = await startPortal({ captcha: 'altcha' })
    const lookUp = () => guarded.client().post('/api/tk_ticket/read', { code: '0000000000000' })
    const captcha = (captchaEnabled: boolean) =>
      guarded.db
        .updateTable('setting')
        .set({ value: JSON.stringify({ captchaEnabled }) })
        .where('key', '=', 'page')
        .execute()
    expect((await lookUp()).status).toBe(403)
    await captcha(false)
    guarded.clock.forward(1)
    expect((await lookUp()).status).toBe(404)
    expect((await guarded.deps.pageSettings()).captcha).toBe('off')
    await captcha(true)
    guarded.clock.forward(1)
    expect((await lookUp()).status).toBe(403)
    await guarded.close()
  })
})

describe('the logo', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')])

  it('is stored, served under a content-based name, and removed', async () => {
    const saved = must(await upload(png))
    const address = textAt(saved.body, 'entity.logoUrl')
    const reply = await fetch(portal.url + address)
    expect(Buffer.from(await reply.arrayBuffer()).equals(png)).toBe(true)
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await portal.deps.pageSettings()).logoUrl).toBe(address)
    expect(at(must(await manager.change('DELETE', `${path}/logo`)).body, 'data.deleted')).toBe(true)
    const gone = await fetch(portal.url + address)
    expect(gone.status).toBe(404)
    expect(gone.headers.get('cache-control') ?? '').not.toContain('immutable')
    expect((await audits()).slice(0, 2).map(({ action }) => action)).toEqual(['logo_removed', 'logo_changed'])
  })

  it.each([
    [
      'a page dressed up as a picture',
      Buffer.from('<svg onload=alert(1)>'),
      'Envie uma imagem PNG, JPEG ou WebP.',
    ],
    ['nothing', Buffer.alloc(0), 'Escolha a imagem do logotipo.'],
    [
      'too much',
      Buffer.concat([png, Buffer.alloc(200 * 1024)]),
      'O arquivo é grande demais: no máximo 200 KB.',
    ],
  ])('%s is 422', async (_, content, text) => {
    expect(await upload(content)).toMatchObject({ status: 422, body: { errors: { logo: [text] } } })
  })

  it('without a form is 422', async () => {
    expect(await manager.post(`${path}/logo`, {})).toMatchObject({
      status: 422,
      body: { errors: { logo: ['Envie o arquivo.'] } },
    })
  })

  const upload = (content: Buffer) => {
    const form = new FormData()
    form.append('logo', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'logo.png')
    return manager.upload(`${path}/logo`, form)
  }
})
