import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { mailsTo } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

// It writes a state that lasts a second.
const portal = portalOfFile({ invariants: false })
let supervisor: PortalClient
let token: string
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  const driver = portal.client()
  token = await openTransaction(driver, await portal.openTicket(125))
  must(await pay(driver, token, '5200000000000031'))
  await portal.runJobs()
})

const base = '/api/staff/transactions'

describe('a payment is found by its payer', () => {
  it.each([
    'maria souza',
    'SOU',
    'Mária de Sou',
    'maria@exemplo.com.br',
    'Maria@Ex',
    '529.982.247-25',
    '52998224725',
  ])('%s', async (q) => {
    const { body } = must(await supervisor.get(`${base}?q=${encodeURIComponent(q)}`))
    expect(at(body, 'data')).toMatchObject([{ id: token, card: 'Mastercard final 0031' }])
  })

  it.each(['aria', 'maria lima', 'aria@exemplo.com.br', '%@', '529.982.247-26', '11.222.333/0001-81', '-'])(
    'not by %s',
    async (q) => {
      const { body } = must(await supervisor.get(`${base}?q=${encodeURIComponent(q)}`))
      expect(at(body, 'data')).toEqual([])
    },
  )
})

describe('a payment that is open just now', () => {
  it('is in the list, newest first, and found by its ticket, its lot and its state', async () => {
    const code = await portal.openTicket(125)
    const open = await openTransaction(portal.client(), code)
    const found = async (query: string) => {
      const { body } = must(await supervisor.get(`${base}?${query}`))
      return [at(body, 'data'), at(body, 'meta.total')]
    }
    const both = [[{ id: open }, { id: token }], 2]
    expect(await found('')).toMatchObject(both)
    expect(await found('lot_id=1')).toMatchObject(both)
    expect(await found(`q=${code}`)).toMatchObject([[{ id: open }], 1])
    const link = `https://guiche.example/#/ticket/value?ticket=${code}`
    expect(await found(`q=${encodeURIComponent(link)}`)).toMatchObject([[{ id: open }], 1])
    expect(await found('state=created')).toMatchObject([[{ id: open }], 1])
    expect(await found('state=captured')).toMatchObject([[{ id: token }], 1])
    // Set directly, because it lasts a second.
    await portal.db.updateTable('payment').set({ state: 'authorising' }).where('token', '=', open).execute()
    expect(await found('')).toMatchObject(both)
    expect(await found(`q=${code}`)).toMatchObject([[{ id: open }], 1])
    expect(await found('state=authorising')).toMatchObject([[{ id: open }], 1])
  })
})

describe('the receipt', () => {
  const send = (of: string) => supervisor.post(`${base}/${of}/receipt`, {})

  it('is mailed again to the payer, and the history names the sender', async () => {
    expect(await mailsTo(portal, payer.email)).toHaveLength(1)
    const sent = must(await send(token))
    expect(at(sent.body, 'data.can')).toMatchObject({ receipt: true })
    expect(at(sent.body, 'data.history')).toContainEqual(
      expect.objectContaining({ text: 'Recibo enviado de novo', who: 'Sônia Leal' }),
    )
    await portal.runJobs()
    const [subject, ...others] = await mailsTo(portal, payer.email)
    expect(others).toEqual([subject])
  })

  it('is not sent without a payer, after the payer’s data is deleted, or without limit', async () => {
    const open = await openTransaction(portal.client(), await portal.openTicket(125))
    expect(await send(open)).toMatchObject({ status: 409, body: { code: 'receipt_missing' } })
    for (let sent = 1; sent < 5; sent += 1) must(await send(token))
    expect((await send(token)).status).toBe(429)
    portal.clock.forward(61)
    await portal.db.updateTable('payment').set({ payer: null }).where('token', '=', token).execute()
    expect(await send(token)).toMatchObject({ status: 409, body: { code: 'receipt_missing' } })
    expect(textAt(must(await supervisor.get(`${base}/${token}/edit`)).body, 'data.state')).toBe('captured')
  })
})
