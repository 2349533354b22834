import { expect } from 'vitest'
import { limits, type LimitName } from '#session/limits.ts'
import { must } from '../flow.ts'
import { openShop, validate } from '../partner/partner.ts'
import { freshAddress } from '../people.ts'
import { staffMember } from '../staff.ts'
import { expectWait, type LimitScenario, spendByAddress } from './limitScenario.ts'

const wrongCode = { ticket: '0000000000000', code: 'AAAAAAAAAA' }

export const shopScenarios = {
  validation: async (portal) => {
    const manager = await staffMember(portal, 2)
    const [busy, calm] = [await openShop(portal, manager), await openShop(portal, manager)]
    for (let i = 0; i < limits.validation.max; i += 1)
      expect((await validate(busy, '0000000000000')).status).toBe(404)
    expectWait(await validate(busy, '0000000000000'), 'too_many')
    must(await validate(calm, await portal.openTicket(130)))
  },
  shop_code: async (portal) => {
    const [client, stranger] = [portal.client(freshAddress()), portal.client(freshAddress())]
    const redeem = (from = client) => from.post('/api/tk_ticket/validate', wrongCode)
    for (let i = 0; i < limits.shop_code.max; i += 1) expect((await redeem()).status).toBe(404)
    expectWait(await redeem(), 'too_many')
    expect((await redeem(stranger)).status).toBe(404)
  },
  shop_code_address: (portal) =>
    spendByAddress(
      portal,
      'shop_code_address',
      (from) => portal.client(from).post('/api/tk_ticket/validate', wrongCode),
      404,
    ),
} satisfies Partial<Record<LimitName, LimitScenario>>
