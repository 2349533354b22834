import { beforeAll, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer, logIn, mailsTo, randomPerson } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await customer(portal, asPayer)
})

const path = '/api/me/pm_transaction'
type Client = ReturnType<TestPortal['client']>

async function paid(client: Client, digit = 1): Promise<{ code: string; token: string }> {
  const code = await portal.openTicket(130)
  const token = await openTransaction(client, code)
  must(await pay(client, token, cardEndingIn(digit)))
  return { code, token }
}

const codes = async (client: Client, query = '') => {
  const rows = at(must(await client.get(`${path}${query}`)).body, 'data') as { ticket_code: string }[]
  return rows.map(({ ticket_code }) => ticket_code)
}

const asPayer = { ...randomPerson(), cpfcnpj: payer.cpfcnpj }

describe('the history', () => {
  it('lists the person’s own captures and refunds, newest first, searched and paged', async () => {
    const { client } = await customer(portal)
    const first = await paid(client)
    const second = await paid(client)
    await openTransaction(client, await portal.openTicket(130))
    const { body } = must(await client.get(path))
    expect(at(body, 'data.0')).toMatchObject({
      ticket_code: second.code,
      value: 7,
      valueHuman: '7,00',
      state: 'captured',
      card_brand: 'Visa',
      has_receipt: true,
      payment_type_desc: 'Crédito',
      paid_at: '2026-03-10T12:00:00-03:00',
      ticket_dt_exit: '2026-03-10T12:15:00-03:00',
    })
    expect(await codes(client)).toEqual([second.code, first.code])
    expect(await codes(client, `?q=${first.code}`)).toEqual([first.code])
    expect(await codes(client, '?page=2')).toEqual([])
    expect(await codes((await customer(portal)).client)).toEqual([])
  })

  it('a signed-in customer pays without typing data: the account’s data are the payer’s', async () => {
    const { client, person } = await customer(portal)
    const { token } = await paid(client)
    const row = await portal.db
      .selectFrom('payment')
      .select('payer')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    expect(row.payer).toMatchObject({ name: person.name, email: person.email, taxId: person.cpfcnpj })
  })
})

describe('the own receipt', () => {
  it('is read as texts and mailed again to the account’s e-mail', async () => {
    const { client, person } = await customer(portal)
    const { code, token } = await paid(client)
    const receipt = must(await client.get(`${path}/${token}/receipt`))
    expect(at(receipt.body, 'data')).toMatchObject({
      amount: 'R$ 7,00',
      payer: person.name,
      lot: 'Garagem Centro',
      deadlineTime: '12:15',
    })
    expect(textAt(receipt.body, 'data.code').replaceAll(' ', '')).toBe(code)
    const before = (await mailsTo(portal, person.email)).length
    for (let said = 0; said < 2; said += 1) {
      expect(must(await client.post(`${path}/${token}/receipt`)).body).toEqual({
        data: { message: 'O recibo foi enviado para o seu e-mail.' },
      })
    }
    expect(await mailsTo(portal, person.email)).toHaveLength(before + 2)
    await expectInvariants(portal)
  })

  it('of another person, or unknown, is 404', async () => {
    const { client } = await customer(portal)
    const { token } = await paid(client)
    const { client: other } = await customer(portal)
    for (const name of [token, 'f'.repeat(32)]) {
      expect((await other.get(`${path}/${name}/receipt`)).status).toBe(404)
      expect((await other.post(`${path}/${name}/receipt`)).status).toBe(404)
    }
  })

  it('of a payment that is not paid is 409', async () => {
    const { client } = await customer(portal)
    const token = await openTransaction(client, await portal.openTicket(130))
    const missing = { status: 409, body: { code: 'receipt_missing' } }
    expect(await client.get(`${path}/${token}/receipt`)).toMatchObject(missing)
    expect(await client.post(`${path}/${token}/receipt`)).toMatchObject(missing)
  })

  it('the sixth copy within an hour is 429', async () => {
    const { client } = await customer(portal)
    const { token } = await paid(client)
    for (let i = 0; i < 5; i += 1) must(await client.post(`${path}/${token}/receipt`))
    expect((await client.post(`${path}/${token}/receipt`)).status).toBe(429)
  })
})

describe('a guest’s receipt', () => {
  const ask = (code: string, email: string) =>
    portal.client().post('/api/pm_transaction/receipt', { code, email })

  it('is mailed again to the payer; the answer is the same for a wrong e-mail and an unknown ticket', async () => {
    const { code } = await paid(portal.client())
    const before = (await mailsTo(portal, payer.email)).length
    const answers = [
      await ask(code, payer.email.toUpperCase()),
      await ask(code, 'outra@exemplo.com.br'),
      await ask('0000000000000', payer.email),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body })
    expect(await mailsTo(portal, payer.email)).toHaveLength(before + 1)
    expect(await mailsTo(portal, 'outra@exemplo.com.br')).toEqual([])
    await expectInvariants(portal)
  })

  it.each([
    [{ code: '123', email: payer.email }, 'code'],
    [{ code: '0000000000000', email: 'x' }, 'email'],
  ])('%j is 422', async (body, field) => {
    const reply = await portal.client().post('/api/pm_transaction/receipt', body)
    expect(reply.status).toBe(422)
    expect(Object.keys(at(reply.body, 'errors') as object)).toEqual([field])
  })
})

describe('a payment with an owner', () => {
  it('shows others only its state, and accepts no call of theirs', async () => {
    const { client } = await customer(portal)
    const { token } = await paid(client)
    const open = await openTransaction(client, await portal.openTicket(130))
    for (const stranger of [portal.client(), (await customer(portal)).client]) {
      expect(must(await stranger.get(`/api/pm_transaction/${token}`)).body).toMatchObject({
        data: {
          state: 'captured',
          card_brand: null,
          card_last_digits: null,
          attempt: null,
          attempts_left: 0,
          has_user: true,
          mine: false,
        },
      })
      expect((await pay(stranger, open, cardEndingIn(1))).status).toBe(404)
      expect(
        (await stranger.post(`/api/pm_transaction/${open}/changeType`, { payment_type: 2 })).status,
      ).toBe(404)
      expect((await stranger.post(`/api/pm_transaction/${open}/cancelPayment`)).status).toBe(404)
    }
    must(await client.post(`/api/pm_transaction/${open}/cancelPayment`))
  })

  it('keeps its owner when another person signs in at the same browser', async () => {
    const { client, person: owner } = await customer(portal)
    const open = await openTransaction(client, await portal.openTicket(130))
    const bound = () =>
      portal.db
        .selectFrom('payment')
        .select(['user_id', 'session_hash'])
        .where('token', '=', open)
        .executeTakeFirstOrThrow()
    const before = await bound()
    must(await logIn(client, asPayer))
    expect(before.user_id).toBe(owner.id)
    expect(await bound()).toEqual(before)
    expect((await client.post(`/api/pm_transaction/${open}/cancelPayment`)).status).toBe(404)
  })

  it('of a guest who signs in later: a paid one stays the guest’s, an open one moves to the account', async () => {
    const client = portal.client()
    await paid(client)
    const { token: partlyBack } = await paid(client)
    const manager = await staffMember(portal, 2)
    const refund = { value: 2, kept: 7, reason: 'Cobrança indevida' }
    must(await manager.post(`/api/staff/transactions/${partlyBack}/refund`, refund))
    await portal.runJobs()
    const open = await openTransaction(client, await portal.openTicket(130))
    must(await logIn(client, asPayer))
    expect(await codes(client)).toEqual([])
    expect((await portal.client().post(`/api/pm_transaction/${open}/cancelPayment`)).status).toBe(404)
    must(await client.post(`/api/pm_transaction/${open}/cancelPayment`))
  })
})
