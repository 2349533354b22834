import { beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { cardBody, cardEndingIn, must, openTransaction } from '#test/support/flow.ts'
import { callsOn, createReserve, driver } from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer, logIn } from '#test/support/people.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { countStaleRows, resealRows } from '#kit/server/reseal.ts'
import { sealedCardTable } from './store.ts'
import { recordAttemptHits } from '#session/server/limits/hits.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
beforeEach(() => portal.simulator.clearFaults())

const path = '/api/me/pm_person_paymethod'
type Client = ReturnType<TestPortal['client']>
type Listed = { id: number; ws_token: string; brand: string; card_last_digits: string; payment_type: number }

async function cardsOf(client: Client): Promise<Listed[]> {
  return at(must(await client.get(path)).body, 'data') as Listed[]
}

/** A transaction for a fresh ticket; a signed-in client skips data and address. */
async function bill(client: Client, payment_type: 1 | 2 = 1, card: string | null = null): Promise<string> {
  const code = await portal.openTicket(130)
  must(await client.post('/api/tk_ticket/read', { code }))
  const body = { payment_type, pm_person_paymethod_id: card, ticket_code: code, ticket_value: 7 }
  return textAt(must(await client.post('/api/tk_ticket/createTransaction', body)).body, 'data.ws_token')
}

async function payAndSave(client: Client, digit: number, payment_type: 1 | 2 = 1) {
  const token = await bill(client, payment_type)
  const body = { ...cardBody(cardEndingIn(digit)), cardSave: true }
  return { token, reply: must(await client.post(`/api/pm_transaction/${token}/pay`, body)) }
}

async function payWithSaved(client: Client, payMethod_token: string, more: object = {}) {
  const token = await bill(client)
  return client.post(`/api/pm_transaction/${token}/pay`, { isNewCard: false, payMethod_token, ...more })
}

describe('saving a card while paying', () => {
  it('keeps brand and last digits to show, the acquirer’s token sealed, and a consent', async () => {
    const { client, person } = await customer(portal)
    const { reply } = await payAndSave(client, 1)
    expect(at(reply.body, 'data.ok')).toBe(true)
    const [card] = await cardsOf(client)
    expect(card).toMatchObject({
      brand: 'Visa',
      card_last_digits: cardEndingIn(1).slice(-4),
      payment_type: 1,
    })
    const edit = must(await client.get(`${path}/${card?.ws_token}/edit`))
    expect(at(edit.body, 'entity')).toEqual(card)
    const consents = await portal.db
      .selectFrom('consent')
      .select('kind')
      .where('user_id', '=', person.id)
      .execute()
    expect(consents.map(({ kind }) => kind)).toEqual(['terms', 'saved_cards'])
    await expectInvariants(portal)
  })

  it('the same card again is one card, charged by its newer token', async () => {
    const { client } = await customer(portal)
    await payAndSave(client, 1)
    const [first] = await cardsOf(client)
    await payAndSave(client, 1)
    const cards = await cardsOf(client)
    expect(cards.map(({ ws_token }) => ws_token)).toEqual([first?.ws_token])
    expect(at(must(await payWithSaved(client, first?.ws_token ?? '')).body, 'data.ok')).toBe(true)
  })

  it('a refused card is not saved', async () => {
    const { client } = await customer(portal)
    const { reply } = await payAndSave(client, 2)
    expect(at(reply.body, 'data.ok')).toBe(false)
    expect(await cardsOf(client)).toEqual([])
  })

  it('an answer that comes late saves the card when the janitor receives it', async () => {
    const { client } = await customer(portal)
    await portal.simulator.fault('drop_after_commit')
    const { reply } = await payAndSave(client, 4)
    expect(at(reply.body, 'data.transaction.state')).toBe('unknown')
    expect(await cardsOf(client)).toEqual([])
    portal.clock.forward(1)
    await portal.sweep()
    expect(await cardsOf(client)).toHaveLength(1)
  })

  it('a guest’s card and a debit card are not saved', async () => {
    const count = async () => (await portal.db.selectFrom('saved_card').select('id').execute()).length
    const before = await count()
    const guest = portal.client()
    const token = await openTransaction(guest, await portal.openTicket(130))
    must(
      await guest.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(cardEndingIn(1)), cardSave: true }),
    )
    const { client } = await customer(portal)
    await payAndSave(client, 1, 2)
    expect(await count()).toBe(before)
    const attempts = await portal.db
      .selectFrom('attempt')
      .select('id')
      .where('payment_type', '=', 2)
      .where('save_card_for', 'is not', null)
      .execute()
    expect(attempts).toEqual([])
  })
})

describe('paying with a saved card', () => {
  it.each([{}, { cardCvv: '123' }, { cardCvv: '', cardSave: false }])(
    'needs only its token: %j',
    async (more) => {
      const { client } = await customer(portal)
      await payAndSave(client, 1)
      const [card] = await cardsOf(client)
      const reply = must(await payWithSaved(client, card?.ws_token ?? '', more))
      expect(reply.body).toMatchObject({
        data: {
          ok: true,
          transaction: { state: 'captured', card_brand: 'Visa', card_last_digits: card?.card_last_digits },
        },
      })
      await expectInvariants(portal)
    },
  )

  it('the demo’s customer has a saved card that pays', async () => {
    const client = portal.client()
    const demo = portal.demo.customer
    if (!demo) throw new Error('no customer')
    must(await logIn(client, demo))
    const [card] = await cardsOf(client)
    expect(at(must(await payWithSaved(client, card?.ws_token ?? '')).body, 'data.ok')).toBe(true)
  })

  it('another person’s, a deleted and an unknown card are 422, and no attempt is made', async () => {
    const [ana, bia] = [await customer(portal), await customer(portal)]
    await payAndSave(ana.client, 1)
    const [card] = await cardsOf(ana.client)
    for (const token of [card?.ws_token ?? '', 'unknown', '']) {
      const reply = await payWithSaved(bia.client, token)
      expect(reply.status).toBe(422)
      expect(at(reply.body, 'errors.payMethod_token')).toHaveLength(1)
    }
    const guest = portal.client()
    const opened = await openTransaction(guest, await portal.openTicket(130))
    const reply = await guest.post(`/api/pm_transaction/${opened}/pay`, {
      isNewCard: false,
      payMethod_token: card?.ws_token,
    })
    expect(reply.status).toBe(422)
    const attempts = await portal.db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select('attempt.id')
      .where('token', '=', opened)
      .execute()
    expect(attempts).toEqual([])
  })

  it.each([
    [{ cardCvv: '12' }, 'cardCvv'],
    [{ isNewCard: undefined }, 'method'],
    [{ isNewCard: 'x' }, 'isNewCard'],
  ])('%j is 422', async (wrong, field) => {
    const { client } = await customer(portal)
    const reply = await payWithSaved(client, 'any', wrong)
    expect(reply.status).toBe(422)
    expect(Object.keys(at(reply.body, 'errors') as object)).toContain(field)
  })

  it('a credit card does not pay a debit transaction', async () => {
    const { client } = await customer(portal)
    await payAndSave(client, 1)
    const [card] = await cardsOf(client)
    const token = await bill(client, 2)
    const body = { isNewCard: false, payMethod_token: card?.ws_token }
    expect((await client.post(`/api/pm_transaction/${token}/pay`, body)).status).toBe(422)
  })

  it('createTransaction takes an own card and refuses another’s', async () => {
    const [ana, bia] = [await customer(portal), await customer(portal)]
    await payAndSave(ana.client, 1)
    const [card] = await cardsOf(ana.client)
    expect(await bill(ana.client, 1, card?.ws_token ?? null)).toMatch(/^[0-9a-f]{32}$/)
    expect(await bill(ana.client, 1, String(card?.id))).toMatch(/^[0-9a-f]{32}$/)
    for (const client of [bia.client, portal.client()]) {
      const code = await portal.openTicket(130)
      must(await client.post('/api/tk_ticket/read', { code }))
      const body = {
        payment_type: 1,
        pm_person_paymethod_id: card?.ws_token,
        ticket_code: code,
        ticket_value: 7,
      }
      expect((await client.post('/api/tk_ticket/createTransaction', body)).status).toBe(422)
    }
  })
})

describe('deleting a card', () => {
  it('is immediate, 404 the second time, 404 for another’s, and sent to the acquirer by a job', async () => {
    const [ana, bia] = [await customer(portal), await customer(portal)]
    await payAndSave(ana.client, 1)
    const [card] = await cardsOf(ana.client)
    const own = `${path}/${card?.ws_token}`
    expect((await bia.client.get(`${own}/edit`)).status).toBe(404)
    expect((await bia.client.change('DELETE', own)).status).toBe(404)
    expect(await cardsOf(ana.client)).toHaveLength(1)
    expect(must(await ana.client.change('DELETE', own)).body).toEqual({ data: { deleted: true } })
    expect((await ana.client.change('DELETE', own)).status).toBe(404)
    expect((await payWithSaved(ana.client, card?.ws_token ?? '')).status).toBe(422)
    await portal.runJobs()
    const jobs = await portal.db
      .selectFrom('job')
      .select(['done_at', 'last_error'])
      .where('kind', '=', 'forget_card')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(jobs).toMatchObject([{ done_at: portal.clock.now(), last_error: null }])
  })

  it('is sent to the acquirer for each card when the account is erased', async () => {
    const { client, person } = await customer(portal)
    await payAndSave(client, 1)
    await payAndSave(client, 4)
    const forgotten = async () =>
      (await portal.db.selectFrom('job').select('done_at').where('kind', '=', 'forget_card').execute()).length
    const before = await forgotten()
    must(await client.post('/api/me/erase', { password: person.password }))
    expect(await forgotten()).toBe(before + 2)
  })
})

describe('a card that guarantees a reservation', () => {
  it('stays until the reservation has ended: 409, and nothing is deleted', async () => {
    const { client, vehicleId } = await driver(portal)
    await payAndSave(client, 1)
    const [card] = await cardsOf(client)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    const held = await client.post(`/api/pm_transaction/${token}/pay`, {
      isNewCard: false,
      payMethod_token: card?.ws_token,
    })
    expect(at(must(held).body, 'data.ok')).toBe(true)
    const own = `${path}/${card?.ws_token}`
    const refused = { status: 409, body: { code: 'card_reserved' } }
    expect(await client.change('DELETE', own)).toMatchObject(refused)
    expect(await cardsOf(client)).toEqual([card])
    must(await callsOn(client, token).cancel())
    must(await client.change('DELETE', own))
    expect(await cardsOf(client)).toEqual([])
    await expectInvariants(portal)
  })

  it('another card of the same person is deleted meanwhile', async () => {
    const { client, vehicleId } = await driver(portal)
    await payAndSave(client, 1)
    await payAndSave(client, 4)
    const cards = await cardsOf(client)
    const [used, other] = cards
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    const body = { isNewCard: false, payMethod_token: used?.ws_token }
    expect(at(must(await client.post(`/api/pm_transaction/${token}/pay`, body)).body, 'data.ok')).toBe(true)
    must(await client.change('DELETE', `${path}/${other?.ws_token}`))
    expect(await cardsOf(client)).toEqual([used])
  })
})

describe('a change of keys', () => {
  it('old keys still decrypt; the sweep re-encrypts; then the old key may be removed', async () => {
    const { client, person } = await customer(portal)
    await payAndSave(client, 1)
    const { db, clock } = portal
    const present = '07'.repeat(32)
    const rotated = parseCardKeys(`${'08'.repeat(32)},${present}`)
    const keyIds = async () =>
      (await db.selectFrom('saved_card').select('key_id').distinct().execute()).map(({ key_id }) => key_id)

    const { old } = await countStaleRows({ db, cardKeys: rotated }, sealedCardTable)
    expect(old).toBeGreaterThan(0)
    expect(await resealRows({ db, clock, cardKeys: rotated }, sealedCardTable)).toEqual({
      done: old,
      unopened: [],
    })
    expect(await countStaleRows({ db, cardKeys: rotated }, sealedCardTable)).toEqual({ old: 0, lost: 0 })
    expect(await resealRows({ db, clock, cardKeys: rotated }, sealedCardTable)).toEqual({
      done: 0,
      unopened: [],
    })
    expect(await keyIds()).toEqual([rotated[0].id])

    // Restored, because this portal has only the first key.
    const back = parseCardKeys(`${present},${'08'.repeat(32)}`)
    expect(await resealRows({ db, clock, cardKeys: back }, sealedCardTable)).toEqual({
      done: old,
      unopened: [],
    })
    const [card] = await cardsOf(client)
    expect(at(must(await payWithSaved(client, card?.ws_token ?? '')).body, 'data.ok')).toBe(true)
    expect(person.id).toBeGreaterThan(0)
  })

  it('a card that cannot be decrypted keeps no other on the old key', async () => {
    const { db, clock } = portal
    const present = '07'.repeat(32)
    const rotated = parseCardKeys(`${'08'.repeat(32)},${present}`)
    const cardOfSomebody = async () => {
      const { client, person } = await customer(portal)
      await payAndSave(client, 1)
      const card = db.selectFrom('saved_card').select('id').where('user_id', '=', person.id)
      return (await card.executeTakeFirstOrThrow()).id
    }
    const lost = await cardOfSomebody()
    const changed = await cardOfSomebody()
    const whole = await cardOfSomebody()
    const one = (id: number) => db.updateTable('saved_card').where('id', '=', id)
    await one(lost).set({ key_id: 'lost' }).execute()
    await one(changed)
      .set({ sealed_token: 'A'.repeat(60) })
      .execute()
    const { done, unopened } = await resealRows({ db, clock, cardKeys: rotated }, sealedCardTable)
    expect(done).toBeGreaterThan(0)
    expect(unopened).toEqual([
      '1: no card key lost: put it back into CARD_KEYS',
      expect.stringContaining(`row ${changed}:`),
    ])
    const sealed = db.selectFrom('saved_card').select('key_id').where('id', '=', whole)
    expect(await sealed.execute()).toEqual([{ key_id: rotated[0].id }])
    expect(await countStaleRows({ db, cardKeys: rotated }, sealedCardTable)).toEqual({ old: 1, lost: 1 })
    await db.deleteFrom('saved_card').where('id', 'in', [lost, changed]).execute()
    await resealRows({ db, clock, cardKeys: parseCardKeys(`${present},${'08'.repeat(32)}`) }, sealedCardTable)
  })

  it('a card whose key is lost is named by the sweep, which does the rest, and a payment that saves again still succeeds', async () => {
    const { client, person } = await customer(portal)
    await payAndSave(client, 1)
    await portal.db
      .updateTable('saved_card')
      .set({ key_id: 'lost' })
      .where('user_id', '=', person.id)
      .execute()
    const tried = { limit: 'card_number', key: 'a try that failed' } as const
    await recordAttemptHits(portal.db, { id: 1, lasts: false }, [tried], portal.clock.minutesAgo(3))
    await expect(portal.upkeep()).rejects.toThrow('no card key lost')
    const kept = portal.db.selectFrom('rate_mark').select('kind').where('attempt_id', '=', 1)
    expect(await kept.execute()).toEqual([{ kind: 'card_number' }])
    const { reply } = await payAndSave(client, 1)
    expect(at(reply.body, 'data.ok')).toBe(true)
    const [card] = await cardsOf(client)
    expect(at(must(await payWithSaved(client, card?.ws_token ?? '')).body, 'data.ok')).toBe(true)
  })
})
