import { describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must } from '#test/support/flow.ts'
import { customer, mailsTo } from '#test/support/people.ts'
import { path, pixGuests, pixPayer } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

/** Queries of a code. */
let asked = 0
/** Runs once between the request to end a code and its end. */
let beforeEnd = async () => {}
const portal = portalOfFile({
  acquirers: (cielo, bacen) =>
    acquirersOf(cielo, {
      ...bacen,
      findByReference: async (reference) => {
        asked += 1
        return bacen.findByReference(reference)
      },
      cancel: async (reference) => {
        const once = beforeEnd
        beforeEnd = async () => {}
        await once()
        return bacen.cancel(reference)
      },
    }),
})

const { opened, shown, readAsPayer, outcomeInAllBooks, chargeOf, payWithoutWebhook } = pixGuests(() => portal)

async function mails(): Promise<string[]> {
  await portal.runJobs()
  const kept = await portal.db.selectFrom('mail').select('subject').orderBy('id').execute()
  return kept.map(({ subject }) => subject)
}

const nothing = { gate: false, bank: 0, keptReais: 0 }
const paid = { desk: 'captured', method: 'Pix', gate: true, bank: 7, keptReais: 7 }

describe('paying', () => {
  it('shows the code until it is paid, then the exit deadline; needs name and CPF only', async () => {
    const one = await shown({ email: '' })
    expect(one.answer.body).toMatchObject({
      data: {
        ok: true,
        reason: null,
        needs_reload: false,
        transaction: {
          state: 'awaiting_payment',
          payment_type: 3,
          pix: {
            code: expect.stringMatching(/^0002/),
            expires_at: expect.any(String),
            qr: path(one.token, '/pixQr'),
          },
        },
      },
    })
    expect(await readAsPayer(one)).toMatchObject({ pix: { code: expect.stringMatching(/^0002/) } })
    await payWithoutWebhook(one.orderKey, 700)
    expect(await readAsPayer(one)).toMatchObject({
      state: 'captured',
      pix: null,
      payment_type_desc: 'Pix',
      ticket_dt_exit: expect.any(String),
    })
    const before = await mails()
    expect(await outcomeInAllBooks(one)).toEqual(paid)
    expect(await mails()).toEqual(before)
  })

  it('without an e-mail: one address given later gets the receipt, and stays with the payment', async () => {
    const one = await shown({ email: '' })
    const give = (email: string, client = one.client) => client.post(path(one.token, '/receipt'), { email })
    expect(await give('ana@exemplo.com.br')).toMatchObject({ body: { code: 'receipt_missing' } })
    await payWithoutWebhook(one.orderKey, 700)
    await readAsPayer(one)
    const before = await mails()
    expect(await give('ana@')).toMatchObject({ status: 422 })
    for (let said = 0; said < 2; said += 1)
      expect(must(await give('Ana@exemplo.com.br')).body).toMatchObject({
        data: { receipt_to: 'a***@exemplo.com.br' },
      })
    expect(await give('outra@exemplo.com.br')).toMatchObject({ body: { code: 'receipt_sent' } })
    expect(await give('a@exemplo.com.br', portal.client())).toMatchObject({ status: 409 })
    expect(await mails()).toHaveLength(before.length + 1)
    expect(await mailsTo(portal, 'ana@exemplo.com.br')).toHaveLength(1)
    expect(await outcomeInAllBooks(one)).toEqual(paid)
  })

  it('a second call answers the open code; a signed-in customer types nothing', async () => {
    const { client } = await customer(portal)
    const one = await shown({ client, email: 'x@exemplo.com.br' })
    const again = must(await one.client.post(path(one.token, '/pay'), { method: 'pix' }))
    expect(at(again.body, 'data.transaction.pix')).toEqual(at(one.answer.body, 'data.transaction.pix'))
    const made = await opened({ client, code: one.code })
    expect(made.token).toBe(one.token)
  })

  it('requires name and CPF, and no mix of card and code', async () => {
    const client = portal.client()
    const code = await portal.openTicket(125)
    must(await client.post('/api/tk_ticket/read', { code }))
    const body = { payment_type: 3, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
    const token = textAt(
      must(await client.post('/api/tk_ticket/createTransaction', body)).body,
      'data.ws_token',
    )
    const pix = { method: 'pix' }
    expect(await client.post(path(token, '/pay'), pix)).toMatchObject({ body: { code: 'payer_missing' } })
    expect(await client.post('/api/account/set_account', { method: 'pix', email: 'a@' })).toMatchObject({
      status: 422,
      body: { errors: { name: expect.anything(), cpfcnpj: expect.anything(), email: expect.anything() } },
    })
    must(await client.post('/api/account/set_account', pixPayer))
    expect(await client.post(path(token, '/pay'), cardBody(cardEndingIn(1)))).toMatchObject({ status: 422 })
    must(await client.post(path(token, '/changeType'), { payment_type: 1 }))
    expect(await client.post(path(token, '/pay'), pix)).toMatchObject({ status: 422 })
    expect(await client.post(path(token, '/pay'), cardBody(cardEndingIn(1)))).toMatchObject({
      body: { code: 'payer_missing' },
    })
    expect(await client.post(path(token, '/pay'), { ...pix, value: 1 })).toMatchObject({ status: 422 })
  })

  it('the QR code is for the bearer of the token, while the code is open', async () => {
    const one = await shown()
    const png = await one.client.get(path(one.token, '/pixQr'))
    expect(png).toMatchObject({ status: 200 })
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(png.headers.get('cache-control')).toBe('no-store')
    const svg = await one.client.get(path(one.token, '/pixQr'), { headers: { accept: 'image/svg+xml' } })
    // A quiet zone of four modules.
    expect(String(svg.body)).toMatch(
      /<path fill="#ffffff" d="M0 0h\d+v\d+H0z"\/><path stroke="#000000" d="M4 4\.5h7/,
    )
    await one.client.post(path(one.token, '/cancelPayment'))
    expect(await one.client.get(path(one.token, '/pixQr'))).toMatchObject({ body: { code: 'pix_over' } })
  })
})

describe('each ending: texts, desk, gate and the bank’s state', () => {
  it('expired: a new code can be made; a late payment pays a stay that still owes it', async () => {
    const one = await shown()
    portal.clock.forward(16)
    await portal.sweep()
    expect(await readAsPayer(one)).toMatchObject({
      state: 'created',
      pix: null,
      reason: expect.stringMatching(/não vale mais/),
    })
    expect(await outcomeInAllBooks(one)).toMatchObject({ ...nothing, desk: 'created' })
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(30)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual(paid)
  })

  it('cancelled, and paid after the car left: refunded with a mail', async () => {
    const one = await shown()
    expect(await one.client.post(path(one.token, '/cancelPayment'))).toMatchObject({
      body: { data: { state: 'cancelled', pix: null } },
    })
    await portal.db
      .updateTable('ticket')
      .set({ exited_at: portal.clock.now() })
      .where('code', '=', one.code)
      .execute()
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toMatchObject({ ...nothing, desk: 'refunded' })
    expect((await mails()).at(-1)).toMatch(/Devolvemos R\$.7,00 à conta de onde saiu o Pix/)
  })

  it('paid twice: the second is refunded, the stay stays paid', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 700)
    await readAsPayer(one)
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual(paid)
    expect((await mails()).at(-1)).toMatch(/Devolvemos R\$.7,00/)
  })

  it('paid less: all of it is refunded, and the ticket is still due', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 500)
    expect(await readAsPayer(one)).toMatchObject({
      state: expect.stringMatching(/^refund(ing|ed)$/),
      reason: expect.stringMatching(/menor/),
    })
    expect(await outcomeInAllBooks(one)).toMatchObject({ ...nothing, desk: 'refunded' })
    await payWithoutWebhook(one.orderKey, 200)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toMatchObject({ ...nothing, desk: 'refunded' })
  })

  it('paid more: the stay is paid, and the excess is refunded', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 1000)
    expect(await readAsPayer(one)).toMatchObject({ state: 'captured', value: 7 })
    expect(await outcomeInAllBooks(one)).toEqual(paid)
    expect((await mails()).at(-1)).toMatch(/Devolvemos R\$.3,00/)
  })

  it('changed to card: the code is ended at the bank first; of two payments one is refunded', async () => {
    const { client } = await customer(portal)
    const one = await shown({ client })
    expect(await client.post(path(one.token, '/changeType'), { payment_type: 3 })).toMatchObject({
      body: { data: { state: 'awaiting_payment', pix: { code: expect.stringMatching(/^0002/) } } },
    })
    const changed = must(await client.post(path(one.token, '/changeType'), { payment_type: 1 }))
    expect(changed.body).toMatchObject({
      data: { state: 'created', payment_type: 1, pix: null, reason: null },
    })
    expect((await chargeOf(one.orderKey)).status).toMatch(/^REMOVIDA/)
    must(await client.post(path(one.token, '/pay'), cardBody(cardEndingIn(1))))
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual({ ...paid, method: 'Crédito', bank: 0 })
  })

  it.each(['changeType', 'cancelPayment'])('paid while %s ends the code: paid', async (call) => {
    const one = await shown()
    beforeEnd = () => payWithoutWebhook(one.orderKey, 700)
    await one.client.post(path(one.token, `/${call}`), { payment_type: 1 })
    expect(await readAsPayer(one)).toMatchObject({ state: 'captured', payment_type: 3 })
    expect(await outcomeInAllBooks(one)).toEqual(paid)
  })

  it('a code can be made after all card attempts are used', async () => {
    const one = await opened({ type: 1, client: (await customer(portal)).client })
    for (let cards = 1; cards <= 5; cards += 1)
      must(await one.client.post(path(one.token, '/pay'), cardBody(cardEndingIn(8))))
    must(await one.client.post(path(one.token, '/changeType'), { payment_type: 3 }))
    expect(must(await one.client.post(path(one.token, '/pay'), { method: 'pix' })).body).toMatchObject({
      data: { ok: true, transaction: { state: 'awaiting_payment', attempt: { n: 6 } } },
    })
  })

  it('five codes use up no card attempt', async () => {
    const { client, token } = await opened({ client: (await customer(portal)).client })
    for (let codes = 1; codes <= 5; codes += 1) {
      must(await client.post(path(token, '/pay'), { method: 'pix' }))
      const changed = must(await client.post(path(token, '/changeType'), { payment_type: 1 }))
      expect(at(changed.body, 'data.attempts_left')).toBe(5)
      const back = must(await client.post(path(token, '/changeType'), { payment_type: 3 }))
      expect(at(back.body, 'data.attempts_left')).toBe(5 - codes)
    }
    expect(await client.post(path(token, '/pay'), { method: 'pix' })).toMatchObject({
      body: { code: 'too_many_attempts' },
    })
    must(await client.post(path(token, '/changeType'), { payment_type: 1 }))
    expect(must(await client.post(path(token, '/pay'), cardBody(cardEndingIn(1)))).body).toMatchObject({
      data: { ok: true },
    })
  })

  it('does not block other payers: it is ended when they pay, and its money is refunded', async () => {
    const one = await shown()
    const other = await customer(portal)
    const theirs = await opened({ client: other.client, code: one.code, type: 1 })
    must(await other.client.post(path(theirs.token, '/pay'), cardBody(cardEndingIn(1))))
    await portal.runJobs()
    expect((await chargeOf(one.orderKey)).status).toMatch(/^REMOVIDA/)
    expect(await readAsPayer(one)).toMatchObject({ state: 'cancelled', pix: null })
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual({ ...paid, desk: 'refunded', bank: 0, keptReais: 0 })
  })
})

describe('the desk', () => {
  it('finds a Pix by method and id, refunds it in part and in full, and sees it in the bank’s statement', async () => {
    const one = await shown()
    const { e2eid } = await portal.pix.pay(one.orderKey)
    await portal.runJobs()
    await mails()
    const receipt = portal.db.selectFrom('mail').select('subject').where('text', 'like', `%Pix%${e2eid}%`)
    expect(await receipt.execute()).toMatchObject([{ subject: expect.stringMatching(/^Recibo/) }])
    const manager = await staffMember(portal, 2)
    const list = '/api/staff/transactions'
    const [found] = at(must(await manager.get(`${list}?q=${e2eid}`)).body, 'data') as object[]
    expect(found).toMatchObject({ id: one.token, payment_type: 3, card: null })
    const listed = (method: string) => manager.get(`${list}?method=${method}&q=${one.code}`)
    expect(at(must(await listed('pix')).body, 'data')).toHaveLength(1)
    expect(at(must(await listed('credit')).body, 'data')).toEqual([])

    const form = new FormData()
    const day = portal.clock.now().toISOString().slice(0, 10)
    form.append('statement', new Blob([`Data,Valor,EndToEndId\n${day},7.00,${e2eid}`]), 'extrato.csv')
    const saved = must(await manager.upload('/api/staff/statements', form))
    const lines = await manager.get(
      `/api/staff/statements/${String(at(saved.body, 'entity.id'))}/lines?standing=match`,
    )
    expect(at(must(lines).body, 'data')).toMatchObject([{ token: one.token, in_statement: 7 }])

    const sums = await manager.get(`/api/staff/dashboard?from=${day}&to=${day}`)
    expect(at(must(sums).body, 'data.totals.pix')).toBeGreaterThanOrEqual(7)

    const giveBack = (value: number, kept: number) =>
      manager.post(`${list}/${one.token}/refund`, { value, kept, reason: 'Cobrança indevida' })
    expect(must(await giveBack(3, 7)).body).toMatchObject({ data: { attempts: [{ end_to_end_id: e2eid }] } })
    expect(await outcomeInAllBooks(one)).toMatchObject({ desk: 'partly_refunded', keptReais: 4, bank: 4 })
    must(await giveBack(4, 4))
    expect(await outcomeInAllBooks(one)).toMatchObject({ desk: 'refunded', keptReais: 0, bank: 0 })
    expect((await mails()).at(-1)).toMatch(/Devolvemos R\$.4,00 à conta de onde saiu o Pix/)
  })
})

describe('a Pix surplus', () => {
  it('is refunded one at a time; later money follows', async () => {
    portal.logs.length = 0
    const one = await shown()
    await portal.pix.fault('return_pending')
    await payWithoutWebhook(one.orderKey, 1000)
    expect(await readAsPayer(one)).toMatchObject({ state: 'captured' })
    await portal.runJobs()
    const paid_at = portal.clock.now().toISOString()
    await portal.gate().payment({ code: one.code, amount: 7, paid_at, method: 'cash' })
    const manager = await staffMember(portal, 2)
    const desk = `/api/staff/transactions/${one.token}`
    const inFlight = { status: 409, body: { code: 'refund_in_flight' } }
    const decided = { decision: 'give_back', reason: 'Pago no caixa também' }
    expect(await manager.post(`${desk}/attempts/1`, decided)).toMatchObject(inFlight)
    const wish = { value: 1, kept: 10, reason: 'Cobrança indevida' }
    expect(await manager.post(`${desk}/refund`, wish)).toMatchObject(inFlight)
    await portal.pix.pay(one.orderKey, 700)
    await portal.runJobs()
    portal.clock.forward(61)
    await portal.expireLeases()
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual(paid)
    expect(portal.logs.filter((line) => Number(at(JSON.parse(line), 'level')) >= 50)).toEqual([])
  })
})

describe('a bank', () => {
  it('is queried about an open code once a second, regardless of viewers', async () => {
    const one = await shown()
    await readAsPayer(one)
    const before = asked
    await Promise.all([1, 2, 3].map(() => one.client.get(path(one.token))))
    expect(asked - before).toBe(0)
    await readAsPayer(one)
    expect(asked - before).toBe(1)
  })
})
