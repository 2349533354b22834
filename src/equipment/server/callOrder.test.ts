import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, at, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import {
  callsOn,
  createReserve,
  driver,
  type Reserved,
  reserved,
  setReserve,
  qrTextOf,
  passMinutes,
} from '#test/support/garage/reserve.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 300 })
let gate: Gate
beforeAll(async () => {
  await setReserve(portal, {})
  gate = portal.gate()
})

const ago = (minutes: number) => portal.clock.minutesAgo(minutes).toISOString()
const freshCode = () => `8${String(randomInt(1e12)).padStart(12, '0')}`
const enter = (body: object) => gate.entry({ lot_id: 1, gate: 'E1', ...body })
const leave = (body: object) => gate.exit({ lot_id: 1, gate: 'S1', ...body })
const machine = (code: string, amount: number, minutes = 0) =>
  gate.payment({ code, amount, paid_at: ago(minutes), method: 'cash' })
const codeOf = (answer: Answer) => textAt(must(answer).body, 'code')
const qrOf = (code: string) => qrTextOf(portal, code)
const ticketsOf = async (plate: string) =>
  (await portal.db.selectFrom('ticket').select('code').where('plate', '=', plate).execute()).length

function said({ status, body }: Answer): string {
  if (status >= 400) return `${status} ${textAt(body, 'code')}`
  const told = [at(body, 'reason') ?? at(body, 'state'), at(body, 'due')]
  const words = told.filter((part) => typeof part === 'string' || typeof part === 'number')
  if (words.length > 0) return words.join(' ')
  return at(body, 'reservation') ? 'reserved' : 'ticket'
}

/** A plate stored in its old form and read in the Mercosul form. */
async function repainted() {
  const letters = String(randomInt(1000))
    .padStart(3, '0')
    .replace(/\d/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? 'Q')
  const person = await driver(portal, `${letters}5377`)
  const created = must(await createReserve(person.client, person.vehicleId, 1))
  const token = textAt(created.body, 'ws_token')
  must(await pay(person.client, token, cardEndingIn(1)))
  return {
    ...callsOn(person.client, token),
    code: textAt(created.body, 'ticket_code'),
    painted: `${letters}5D77`,
  }
}

type Row = {
  name: string
  run: () => Promise<Answer[]>
  says: string[]
}

const ordinary: readonly Row[] = [
  {
    name: 'an exit reported before its entrance is unknown; reported again after it, it is answered for its instant',
    run: async () => {
      const code = freshCode()
      const exit = { code, at: ago(5) }
      return [
        await leave(exit),
        await enter({ code, entered_at: ago(20) }),
        await leave(exit),
        await leave({ code }),
      ]
    },
    says: ['not_found', 'ticket', 'free', 'exited'],
  },
  {
    name: 'a machine payment reported before the entrance is refused, and accepted when reported again',
    run: async () => {
      const code = freshCode()
      return [
        await machine(code, 7, 5),
        await enter({ code, entered_at: ago(135) }),
        await machine(code, 7, 5),
        await leave({ code }),
      ]
    },
    says: ['404 ticket_not_found', 'ticket', 'paid', 'paid'],
  },
  {
    name: 'an exit reported before an earlier machine payment stays shut, and opens when reported again',
    run: async () => {
      const code = codeOf(await enter({ entered_at: ago(140) }))
      const exit = { code, at: ago(5) }
      return [await leave(exit), await machine(code, 7, 10), await leave(exit)]
    },
    says: ['due 7', 'paid', 'paid'],
  },
  {
    name: 'a machine payment reported after a free exit is booked, and the exit does not open again',
    run: async () => {
      const code = codeOf(await enter({ entered_at: ago(60) }))
      return [await leave({ code, at: ago(40) }), await machine(code, 6, 50), await leave({ code })]
    },
    says: ['free', 'exited', 'exited'],
  },
  {
    name: 'of two exits by one plate the second is unknown',
    run: async () => {
      must(await enter({ plate: 'DBL1E00' }))
      return [await leave({ plate: 'DBL1E00' }), await leave({ plate: 'DBL1E00' })]
    },
    says: ['free', 'not_found'],
  },
  {
    name: 'a printed number reported again with other idempotency keys is one stay, with the plate of one car',
    run: async () => {
      const code = freshCode()
      const twins = await Promise.all([enter({ code }), enter({ code }), enter({ code })])
      return [
        ...twins,
        await enter({ code, plate: 'OTH1E00' }),
        await enter({ code, plate: 'OTH1400' }),
        await enter({ code, plate: 'OTH1E99' }),
        await enter({ code, lot_id: 2 }),
        await enter({ code, entered_at: ago(3) }),
        await leave({ plate: 'OTH1E00' }),
        await enter({ code }),
      ]
    },
    says: [
      'ticket',
      'ticket',
      'ticket',
      'ticket',
      'ticket',
      '409 ticket_exists',
      '409 ticket_exists',
      '409 ticket_exists',
      'free',
      '409 ticket_exists',
    ],
  },
  {
    name: 'a code is read with separators and from the ticket’s link',
    run: async () => {
      const code = freshCode()
      const link = `https://portal.test/#/ticket/value?ticket=${code}`
      return [await enter({ code: ` ${code}\u200b` }), await machine(link, 7), await leave({ code: link })]
    },
    says: ['ticket', 'free', 'free'],
  },
  {
    name: 'a plate is recognised in other spellings, and may be foreign',
    run: async () => {
      must(await enter({ plate: 'spe.1l-34\r\n' }))
      must(await enter({ plate: 'ab 123-cd' }))
      return [
        await leave({ plate: 'SPE1L34' }),
        await leave({ plate: 'AB123CD' }),
        await leave({ plate: ' - ' }),
      ]
    },
    says: ['free', 'free', 'not_found'],
  },
  {
    name: 'a car that entered with its old plate leaves with its Mercosul plate',
    run: async () => {
      must(await enter({ plate: 'OLD-1334' }))
      return [await leave({ plate: 'OLD1D34' }), await leave({ plate: 'OLD1D34' })]
    },
    says: ['free', 'not_found'],
  },
  {
    name: 'if code and plate differ at the exit, the code counts',
    run: async () => {
      must(await enter({ plate: 'DIS1A11' }))
      const code = codeOf(await enter({ plate: 'DIS1A22', entered_at: ago(130) }))
      return [await leave({ code, plate: 'DIS1A11' }), await leave({ plate: 'DIS1A11' })]
    },
    says: ['due 7', 'free'],
  },
  {
    name: 'a machine is paid while the portal’s payment is unknown: the portal’s is reversed',
    run: async () => {
      const code = codeOf(await enter({ entered_at: ago(130) }))
      const client = portal.client()
      const token = await openTransaction(client, code)
      await portal.simulator.fault('drop_after_commit')
      must(await pay(client, token, cardEndingIn(1)))
      const paid = await machine(code, 7)
      await passMinutes(portal, 5)
      expect(at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')).toBe('refunded')
      return [paid, await leave({ code })]
    },
    says: ['paid', 'paid'],
  },
]

const ofReservations: readonly Row[] = [
  {
    name: 'an entrance reported twice by plate with other idempotency keys is one entrance; QR code and code admit once',
    run: async () => {
      const car = await reserved(portal, 1)
      const entered = await Promise.all([enter({ plate: car.plate }), enter({ plate: car.plate })])
      expect(new Set(entered.map(codeOf))).toEqual(new Set([car.code]))
      const again = [
        await enter({ code: car.code, plate: car.plate }),
        await enter({ qr: `${await qrOf(car.code)}\r` }),
        await enter({ code: car.code }),
      ]
      expect(await ticketsOf(car.plate)).toBe(1)
      must(await car.confirm())
      return [...entered, ...again, await leave({ plate: car.plate })]
    },
    says: ['reserved', 'reserved', 'reserved', '409 no_reservation', '409 ticket_exists', 'free'],
  },
  {
    name: 'a second entrance ten minutes later without a reported exit: an ordinary ticket',
    run: async () => {
      const car = await reserved(portal, 1)
      const first = await enter({ plate: car.plate, entered_at: ago(0) })
      portal.clock.forward(10)
      return [first, await enter({ plate: car.plate })]
    },
    says: ['reserved', 'ticket'],
  },
  {
    name: 'an exit reported before the entrance is unknown, then shut until it is authorised',
    run: async () => {
      const car = await reserved(portal, 1)
      portal.clock.forward(10)
      const { code } = car
      const answers = [
        await leave({ code }),
        await enter({ plate: car.plate, entered_at: ago(5) }),
        await leave({ code }),
      ]
      must(await car.confirm())
      return [...answers, await leave({ qr: await qrOf(code) }), await leave({ code })]
    },
    says: ['not_found', 'reserved', 'not_authorised', 'free', 'exited'],
  },
  {
    name: 'reserved with its old plate, and read with its Mercosul plate',
    run: async () => {
      const car = await repainted()
      const entry = await enter({ plate: car.painted })
      must(await car.confirm())
      return [entry, await leave({ plate: car.painted })]
    },
    says: ['reserved', 'free'],
  },
  {
    name: 'with the code of one reservation and the plate of another: the code’s is entered, the other still waits',
    run: async () => {
      const [one, other] = [await reserved(portal, 1), await reserved(portal, 1)]
      const entry = await enter({ code: one.code, plate: other.plate })
      expect(codeOf(entry)).toBe(one.code)
      return [entry, await enter({ plate: other.plate })]
    },
    says: ['reserved', 'reserved'],
  },
  {
    name: 'its QR code at another lot is unknown before the entrance, and refused as of another lot after it',
    run: async () => {
      const car: Reserved = await reserved(portal, 2)
      const qr = await qrOf(car.code)
      const early = await leave({ qr })
      const wrong = await enter({ qr })
      must(await gate.entry({ lot_id: 2, gate: 'E1', plate: car.plate }))
      return [early, wrong, await leave({ qr }), await leave({ plate: car.plate })]
    },
    says: ['not_found', '409 no_reservation', 'other_lot', 'not_found'],
  },
  {
    name: 'a machine is paid while the hold is active: the exit opens, and the hold is released',
    run: async () => {
      const car = await reserved(portal, 1)
      must(await enter({ plate: car.plate, entered_at: ago(0) }))
      portal.clock.forward(130)
      const answers = [await machine(car.code, 7), await leave({ plate: car.plate })]
      await portal.runJobs()
      expect(at(must(await car.read()).body, 'data.state')).toBe('voided')
      return answers
    },
    says: ['paid', 'paid'],
  },
]

describe('any order of a gate’s calls has the right outcome', () => {
  it.each(ordinary)('$name', async ({ run, says }) => {
    expect((await run()).map(said)).toEqual(says)
    await expectInvariants(portal)
  })

  it.each(ofReservations)('a reserved car: $name', async ({ run, says }) => {
    expect((await run()).map(said)).toEqual(says)
    await expectInvariants(portal)
  })
})
