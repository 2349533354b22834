import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { half, openShop, partnerEntry, partners, twoHours, validate } from '#test/support/partner/partner.ts'
import { createAccount, customer, mailsTo, randomPerson } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
let supervisor: PortalClient

beforeAll(async () => {
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
})

const refusal = (code: string, status = 409) => ({ status, body: { code } })
const make = async (change: object = {}) =>
  Number(at(must(await manager.post(partners, partnerEntry(change))).body, 'data.id'))
const people = (id: number, email: string) => manager.post(`${partners}/${id}/people`, { email })
const reason = 'Pedido do cliente'

describe('a partner', () => {
  it('is made, changed and read; a benefit that is left out becomes inactive', async () => {
    const id = await make({ month_count: 10, month_value: 99.5, share: 80, email: 'loja@sol.example' })
    const { body } = must(await supervisor.get(`${partners}/${id}/edit`))
    expect(at(body, 'data')).toMatchObject({
      name: 'Livraria Sol',
      cnpj: '11222333000181',
      lot_ids: [1],
      month_count: 10,
      month_value: 99.5,
      share: 80,
      benefits: [twoHours, half],
      can: { edit: false, delete: false },
    })
    const kept = { ...half, id: at(body, 'data.benefits.1.id'), max: 20 }
    const change = partnerEntry({ name: 'Livraria Lua', benefits: [kept] })
    expect(must(await manager.change('PUT', `${partners}/${id}`, change)).body).toMatchObject({
      data: { name: 'Livraria Lua', share: 80, benefits: [{ active: false }, { active: true, max: 20 }] },
    })
    expect((await supervisor.post(partners, partnerEntry())).status).toBe(403)
  })

  it.each([
    [{ name: '0', kind: 'minutes', value: 0 }, 'benefits.0.value'],
    [{ name: '4321', kind: 'minutes', value: 4321 }, 'benefits.0.value'],
    [{ name: '1000,01', kind: 'amount', value: 1000.01 }, 'benefits.0.value'],
    [{ name: '100 %', kind: 'percent', value: 100 }, 'benefits.0.max'],
    [{ name: 'nada', kind: 'percent' }, 'benefits.0.value'],
  ])('refuses the benefit %o', async (benefit, field) => {
    const answer = await manager.post(partners, partnerEntry({ benefits: [{ ...benefit, active: true }] }))
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
  })

  it('is deleted only without validations', async () => {
    const unused = await make()
    must(await manager.change('DELETE', `${partners}/${unused}`))
    expect(await manager.get(`${partners}/${unused}/edit`)).toMatchObject(refusal('not_found', 404))
    const shop = await openShop(portal, manager)
    must(await validate(shop, await portal.openTicket(130)))
    expect(await manager.change('DELETE', `${partners}/${shop.id}`)).toMatchObject(refusal('partner_used'))
  })

  it('edited after a validation touches no standing one', async () => {
    const shop = await openShop(portal, manager)
    const code = await portal.openTicket(130)
    must(await validate(shop, code))
    const inactive = partnerEntry({ name: 'Outra', active: false, share: 0, benefits: [] })
    must(await manager.change('PUT', `${partners}/${shop.id}`, inactive))
    const ticket = must(await portal.client().get(`/api/tk_ticket?code=${code}`))
    expect(ticket.body).toMatchObject({ data: { ticket: { value: 1 } } })
  })
})

describe('people', () => {
  it('an account is of one shop, and not of staff', async () => {
    const [one, two] = [await make({ name: 'Um' }), await make({ name: 'Dois' })]
    const { person } = await customer(portal)
    expect(must(await people(one, person.email)).body).toMatchObject({
      data: { people: [{ name: person.name, email: person.email }] },
    })
    must(await people(one, person.email))
    expect(await mailsTo(portal, person.email)).toContain('Você agora valida tickets pela loja Um')
    expect((await people(two, person.email)).status).toBe(422)
    const staff = portal.demo.staff?.[0]?.email ?? ''
    expect((await people(one, staff)).status).toBe(422)
  })

  it('an unknown e-mail is invited; its link ties an account once', async () => {
    const id = await make({ name: 'Convida' })
    const invited = randomPerson()
    const shown = must(await people(id, invited.email))
    expect(at(shown.body, 'data.invitations')).toMatchObject([{ email: invited.email }])
    await portal.runJobs()
    const mails = (await portal.client().get('/dev/mail')).body
    const mail = Array.isArray(mails) ? mails.find((one) => at(one, 'to') === invited.email) : undefined
    const token = /convite=([0-9a-f]+)/.exec(textAt(mail, 'text'))?.[1] ?? ''
    const accept = (client: PortalClient) => client.post('/api/partner/invitations/accept', { token })
    const client = portal.client()
    expect((await accept(client)).status).toBe(401)
    await createAccount(client, invited)
    expect(await client.get('/api/partner/me')).toMatchObject(refusal('forbidden', 403))
    const entry = partnerEntry({ name: 'Convida' })
    must(await manager.change('PUT', `${partners}/${id}`, { ...entry, active: false }))
    expect(await accept(client)).toMatchObject(refusal('forbidden', 403))
    must(await manager.change('PUT', `${partners}/${id}`, { ...entry, active: true }))
    expect(must(await accept(client)).body).toMatchObject({ data: { name: 'Convida' } })
    expect(await accept((await customer(portal)).client)).toMatchObject(refusal('not_found', 404))
  })

  it('an invitation that was withdrawn ties nobody', async () => {
    const id = await make({ name: 'Desiste' })
    const shown = must(await people(id, 'ninguem@exemplo.com.br'))
    const path = `${partners}/${id}/invitations/${String(at(shown.body, 'data.invitations.0.id'))}`
    expect(must(await manager.change('DELETE', path)).body).toMatchObject({ data: { invitations: [] } })
    expect(await manager.change('DELETE', path)).toMatchObject(refusal('not_found', 404))
  })
})

describe('at the desk', () => {
  it('a ticket is validated with a reason, listed, exported, and undone', async () => {
    const shop = await openShop(portal, manager, { name: 'Balcão' })
    const code = await portal.openTicket(130)
    const [benefit_id] = shop.benefits
    const choices = must(await supervisor.get(`/api/staff/tickets/${code}/benefits`))
    expect(at(choices.body, 'data')).toContainEqual({ id: benefit_id, name: '2 h', partner: 'Balcão' })
    const give = () => supervisor.post(`/api/staff/tickets/${code}/validate`, { benefit_id, reason })
    expect(must(await give()).body).toMatchObject({ data: { ticket: { value: 1 } } })
    must(await give())
    const list = must(await supervisor.get(`/api/staff/validations?q=${code}`))
    expect(at(list.body, 'data')).toMatchObject([
      { ticket: code, partner: 'Balcão', benefit: '2 h', state: 'standing', granted: null, reason },
    ])
    const id = String(at(list.body, 'data.0.id'))
    const undo = () => supervisor.change('DELETE', `/api/staff/validations/${id}`, { reason })
    must(await undo())
    expect(await undo()).toMatchObject(refusal('not_found', 404))
    expect(await exported(manager, 'validations', `partner_id=${shop.id}`)).toMatchObject([
      { Parceiro: 'Balcão', Benefício: '2 h', Concedido: '', Motivo: reason },
    ])
  })
})

describe('the statement', () => {
  it('adds up what each validation granted and owes, by benefit', async () => {
    const third = { name: '33 %', kind: 'percent', value: 33, active: true }
    const email = 'contas@sol.example'
    const shop = await openShop(portal, manager, { share: 80, email, benefits: [twoHours, third] })
    for (const nth of [0, 0, 1]) {
      const code = await portal.openTicket(130)
      must(await validate(shop, code, nth))
      must(await manager.post(`/api/staff/tickets/${code}/waive`, { reason }))
    }
    const month = portal.clock.now().toISOString().slice(0, 7)
    const path = `${partners}/${shop.id}/statement`
    expect(must(await supervisor.get(`${path}?month=${month}`)).body).toMatchObject({
      data: {
        lines: [
          { benefit: '2 h', share: 80, count: 2, granted: { value: 12 }, owed: { value: 9.6 } },
          { benefit: '33 %', share: 80, count: 1, granted: { value: 2.31 }, owed: { value: 1.84 } },
        ],
        total: { count: 3, granted: { value: 14.31 }, owed: { value: 11.44 } },
      },
    })
    expect((await supervisor.get(`${path}?month=2026-13`)).status).toBe(422)
    for (const format of ['csv', 'xlsx'])
      expect((await supervisor.get(`${path}.${format}?month=${month}`)).status).toBe(200)
    portal.clock.forward(40 * 24 * 60)
    await portal.upkeep()
    await portal.upkeep()
    const [, year, of] = /^(\d+)-(\d+)$/.exec(month) ?? []
    const subjects = await mailsTo(portal, email)
    expect(subjects).toEqual([`Extrato do convênio - Livraria Sol - ${of}/${year}`])
  })
})
