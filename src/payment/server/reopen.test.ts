import { beforeEach, describe, expect, it } from 'vitest'
import type { Approval, AuthoriseOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { secondAcquirer } from '#test/support/secondAcquirer.ts'

const second = secondAcquirer()
/** The acquirer's answers to sales and queries; null: unchanged. */
let sold: AuthoriseOutcome | null = null
let told: FindOutcome | null = null
/** A sale is answered after this. */
let answered: Promise<unknown> = Promise.resolve()
const acquirer = {
  ...second.acquirer,
  name: 'cielo',
  authorise: async (sale: Parameters<typeof second.acquirer.authorise>[0]) => {
    await answered
    return sold ?? second.acquirer.authorise(sale)
  },
  findByOrderKey: async (key: string) => told ?? second.acquirer.findByOrderKey(key),
  findByReference: async (reference: string) => told ?? second.acquirer.findByReference(reference),
}
const portal = portalOfFile({
  acquirers: () => ({ all: { cielo: acquirer }, defaultName: 'cielo' }),
})
beforeEach(() => {
  sold = null
  told = null
  answered = Promise.resolve()
  second.waitForPayer(null)
})

const unknown = { outcome: 'unknown', reference: null, detail: 'silent' } as const
const refused = { outcome: 'refused', reference: null, returnCode: '05', cause: 'generic' } as const
const held: Approval = {
  outcome: 'approved',
  reference: 'held',
  amountCents: 700,
  capturedCents: 0,
  voidedCents: 0,
  nsu: null,
  endToEndId: null,
  authorisationCode: null,
  returnCode: null,
  brand: null,
  lastDigits: null,
  cardToken: null,
}

let cards = 0
/** Often refused cards are blocked. */
const freshCard = () => cardEndingIn(1, (cards += 1))

type Payer = { client: PortalClient; code: string; token: string }

async function opened(type: 1 | 2 | 3 = 1): Promise<Payer> {
  const client = portal.client()
  const code = await portal.openTicket(130)
  return { client, code, token: await openTransaction(client, code, type) }
}

const stateOf = async ({ client, token }: Payer) =>
  at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data')

async function by(type: 1 | 2 | 3): Promise<Payer> {
  const payer = await opened(type)
  const path = `/api/pm_transaction/${payer.token}/pay`
  must(
    await (type === 3
      ? payer.client.post(path, { method: 'pix' })
      : pay(payer.client, payer.token, freshCard())),
  )
  return payer
}

async function rounds(minutes: readonly number[]): Promise<void> {
  for (const some of minutes) {
    portal.clock.forward(some)
    await portal.expireLeases()
    await portal.sweep()
  }
}

type Way = { pay: () => Promise<Payer>; end: (payer: Payer) => Promise<unknown> }

/** Everything that can end an attempt without money. */
const ways: Readonly<Record<string, Way>> = {
  'a card whose answer was lost, and that was refused': {
    pay: async () => {
      sold = unknown
      return by(1)
    },
    end: async () => {
      told = refused
      await rounds([2])
    },
  },
  'a card payment that the acquirer does not find': {
    pay: async () => {
      sold = unknown
      return by(1)
    },
    end: async () => {
      told = { outcome: 'not_found' }
      await rounds([2, 2])
    },
  },
  'a hold without a purpose': {
    pay: async () => {
      sold = unknown
      return by(1)
    },
    end: async () => {
      told = held
      await rounds([16])
    },
  },
  'an authentication abandoned on the bank’s page': {
    pay: async () => {
      const until = addMs(portal.clock.now(), 5 * minuteMs)
      second.waitForPayer({ nextAction: { type: 'url', url: 'https://bank' }, expiresAt: until })
      return by(1)
    },
    end: async () => rounds([6]),
  },
  'an authentication that expired': {
    pay: () => by(2),
    end: async () => rounds([16]),
  },
  'an authentication replaced by another card': {
    pay: () => by(2),
    end: async ({ client, token }) => {
      const other = pay(client, token, freshCard())
      expect(must(await other).body).toMatchObject({ data: { ok: false, transaction: { state: 'expired' } } })
    },
  },
  'an expired Pix code': {
    pay: async () => {
      const until = addMs(portal.clock.now(), 5 * minuteMs)
      second.waitForPayer({ nextAction: { type: 'qr', text: 'a code' }, expiresAt: until })
      return by(3)
    },
    end: async () => {
      told = { ...refused, cause: 'ended' }
      await rounds([6])
    },
  },
}

/** A machine payment in centavos, without the job that ends open authentications. */
async function machine({ code }: Payer, amountCents: number): Promise<void> {
  const now = portal.clock.now()
  await portal.db
    .insertInto('paid_segment')
    .columns(['ticket_id', 'n', 'amount_cents', 'source', 'method', 'paid_at', 'exit_deadline_at'])
    .expression((eb) =>
      eb
        .selectFrom('ticket')
        .select((of) => [
          'id',
          of.val(1).as('n'),
          of.val(amountCents).as('amount_cents'),
          of.val('machine').as('source'),
          of.val('cash').as('method'),
          of.val(now).as('paid_at'),
          of.val(amountCents < 700 ? null : addMs(now, 15 * minuteMs)).as('exit_deadline_at'),
        ])
        .where('code', '=', code),
    )
    .execute()
}

/** Events that exclude another payment of the session. */
const between: Readonly<Record<string, (payer: Payer) => Promise<unknown>>> = {
  'the session has opened the difference to what a machine took': opensDifference,
  'a machine took all of it': (payer) => machine(payer, 700),
  'staff replaced the ticket': ({ code }) =>
    portal.db
      .updateTable('ticket')
      .set({ blocked_at: portal.clock.now() })
      .where('code', '=', code)
      .execute(),
}

async function opensDifference(payer: Payer): Promise<void> {
  await machine(payer, 500)
  expect(await openTransaction(payer.client, payer.code)).not.toBe(payer.token)
}

async function statesOf({ code }: Payer): Promise<string[]> {
  const rows = portal.db.selectFrom('payment').select('state').where('ticket_code', '=', code)
  return (await rows.orderBy('id').execute()).map(({ state }) => state)
}

const errors = () => portal.logs.filter((line) => line.includes('could not settle'))

const reasonShown = 'Nada foi cobrado neste pagamento. Consulte o ticket de novo.'

describe.each(Object.entries(ways))('%s', (_, way) => {
  it('can be paid again where nothing happened meanwhile', async () => {
    const payer = await way.pay()
    if (way === ways['an authentication replaced by another card']) return
    await way.end(payer)
    expect(await stateOf(payer)).toMatchObject({ state: 'created' })
  })

  it.each(Object.entries(between))('has expired where %s', async (_what, comes) => {
    const payer = await way.pay()
    second.waitForPayer(null)
    await comes(payer)
    await way.end(payer)
    expect(errors()).toEqual([])
    expect(await stateOf(payer)).toMatchObject({ state: 'expired', reason: reasonShown })
    expect((await statesOf(payer)).slice(1)).toEqual(comes === opensDifference ? ['created'] : [])
  })
})

describe.each([
  ['a card that is refused', 1, refused],
  ['a code that was never made', 3, unknown],
] as const)('%s, slowly', (_, type, answer) => {
  it('answers the current payment where the session opened the difference meanwhile', async () => {
    const payer = await opened(type)
    let goOn = () => {}
    answered = new Promise<void>((resolve) => (goOn = resolve))
    sold = answer
    const path = `/api/pm_transaction/${payer.token}/pay`
    const paying =
      type === 3 ? payer.client.post(path, { method: 'pix' }) : pay(payer.client, payer.token, freshCard())
    await expect.poll(() => statesOf(payer)).toEqual(['authorising'])
    await opensDifference(payer)
    goOn()
    expect(must(await paying).body).toMatchObject({
      data: { ok: false, reason: reasonShown, transaction: { state: 'expired' } },
    })
    expect(await statesOf(payer)).toEqual(['expired', 'created'])
  })
})
