import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { createReserve, driver, reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await setReserve(portal, {})
  await portal.db
    .updateTable('setting')
    .set({ value: JSON.stringify({ reserveEnabled: true, contactHours: 'todos os dias, das 7h às 23h' }) })
    .where('key', '=', 'page')
    .execute()
})

const twelveHours = 12 * 60
const usualHint = 'As vagas reservadas ficam no 2º andar, com sensores de cor branca.'
const gateLine =
  'Na entrada, uma câmera lê a placa e a cancela abre. Se a leitura falhar, aproxime o QR code acima do leitor.'
const exitLine = 'Antes de sair, autorize a saída pelo site ou aplicativo, para que o tempo seja calculado.'

/** The mails to an address, oldest first. */
async function mailsTo(email: string) {
  await portal.runJobs()
  return portal.db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute()
}
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
const newest = async (email: string) => (await mailsTo(email)).at(-1)

describe('mails about a reservation', () => {
  it('reserved: the gate code, the rules, the rate, the retained amount and its deadline, and the support hours', async () => {
    const car = await reserved(portal, 1)
    const mail = await newest(car.person.email)
    expect(mail?.subject).toBe('Sua vaga está reservada')
    expect(mail?.html).toMatch(/<img src="data:image\/png;base64,[A-Za-z0-9+/=]{200,}" alt="QR code/)
    const text = (mail?.text ?? '').replace(/\u00a0/g, ' ')
    expect(text).toContain('autorize a saída pelo site ou aplicativo')
    expect(text).toContain('R$ 50,00 estão pré-autorizados')
    expect(text).toMatch(/não chegar até \d\d\/\d\d\/\d{4} às \d\d:\d\d, R\$ 15,00 são cobrados/)
    expect(text).toContain('Primeiras 2 h: R$ 6,00\nA cada 1 h: mais R$ 1,00')
    expect(text).toContain('WhatsApp (41) 99999-0000, telefone (41) 3333-0000')
    expect(text).toContain('Atendimento: todos os dias, das 7h às 23h.')
  })

  it.each([
    ['usual', {}, usualHint, usualHint],
    ['with markup', { reserve_hint: '<b>3º</b> andar' }, '<b>3º</b> andar', '&lt;b&gt;3º&lt;/b&gt; andar'],
    ['emptied', { reserve_hint: '' }, '', ''],
  ])('reserved: where the lot’s reserved spaces are, %s', async (_, change, hint, inHtml) => {
    const manager = await staffMember(portal, 2)
    const lot = at(must(await manager.get('/api/staff/lots/1/edit')).body, 'data')
    must(await manager.change('PUT', '/api/staff/lots/1', { ...Object(lot), ...change }))
    const car = await reserved(portal, 1)
    const reserve = at(must(await car.read()).body, 'data.reserve')
    expect(reserve).toMatchObject({ lot: 'Garagem Centro', reserve_hint: hint })
    const mail = await newest(car.person.email)
    const lines = [gateLine, hint, exitLine].filter((line) => line !== '')
    expect(mail?.text).toContain(lines.join('\n\n'))
    expect(mail?.text).toMatch(/^Chegue até: /m)
    const paragraphs = [gateLine, inHtml, exitLine].filter((line) => line !== '')
    expect(mail?.html).toContain(paragraphs.join('</p><p style="margin:0 0 16px">'))
  })

  it('cancelled, no-show, not paid in time: each names the charge', async () => {
    const cancelled = await reserved(portal, 1)
    await portal.runJobs()
    must(await cancelled.cancel())
    expect(await subjects(cancelled.person.email)).toEqual([
      'Sua vaga está reservada',
      'Sua reserva foi cancelada',
      expect.stringMatching(/^Recibo do estacionamento: R\$.15,00$/),
    ])
    const text = (await mailsTo(cancelled.person.email))[1]?.text.replace(/\u00a0/g, ' ')
    expect(text).toContain('R$ 15,00 são cobrados do seu cartão')

    const unpaid = await driver(portal)
    must(await createReserve(unpaid.client, unpaid.vehicleId, 1))
    const absent = await reserved(portal, 1)
    await portal.runJobs()
    portal.clock.forward(twelveHours + 61)
    await portal.sweep()
    expect(await subjects(unpaid.person.email)).toEqual(['A vaga reservada foi liberada'])
    expect(await subjects(absent.person.email)).toEqual([
      'Sua vaga está reservada',
      'Sua reserva terminou: o veículo não chegou a tempo',
      expect.stringMatching(/^Recibo do estacionamento: R\$.15,00$/),
    ])
  })
})

describe('every refund is mailed', () => {
  it('in part and then the rest: two mails, each with its amount', async () => {
    const client = portal.client()
    const token = await openTransaction(client, await portal.openTicket(130))
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
    const manager = await staffMember(portal, 2)
    for (const [value, kept] of [
      [2, 7],
      [5, 5],
    ]) {
      const refund = { value, kept, reason: 'Cancela quebrada' }
      must(await manager.post(`/api/staff/transactions/${token}/refund`, refund))
      await portal.runJobs()
    }
    const told = (await mailsTo('maria@exemplo.com.br')).filter(({ subject }) =>
      subject.startsWith('Devolvemos'),
    )
    expect(told.map(({ subject }) => subject)).toEqual([
      'Devolvemos R$\u00a02,00 ao seu cartão',
      'Devolvemos R$\u00a05,00 ao seu cartão',
    ])
    expect(told[0]?.text).toMatch(/cartão Visa final \d{4}/)
  })
})

it('the price of parking is public; an unknown lot answers nothing', async () => {
  const rate = async (lot: number) =>
    at(must(await portal.client().get(`/api/tk_ticket/rate?lot_id=${lot}`)).body, 'data.lines')
  expect(await rate(3)).toEqual([
    { label: 'Livre na entrada', value: '15 min' },
    { label: 'Primeira hora', value: 'R$\u00a012,00' },
    { label: 'A cada 30 min', value: 'mais R$\u00a03,00' },
    { label: 'No máximo por 24 h', value: 'R$\u00a045,00' },
  ])
  expect(await rate(99)).toEqual([])
})
