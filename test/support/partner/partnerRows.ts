import { at, type PortalClient } from '../client.ts'
import { must } from '../flow.ts'
import type { TestPortal } from '../portal.ts'
import { openShop, partners } from './partner.ts'

type Partners = {
  readonly partner: number
  readonly partnerName: string
  readonly benefit: number
  readonly shopPerson: number
  readonly invitation: number
  /** By the level of the person who undoes it. */
  readonly validations: Readonly<Record<number, number>>
}
type Scene = Partners & { readonly ticket: string }

const reason = 'Pedido do cliente'

/** A partner of one lot with a person, an invitation, and a validation for each level. */
export async function openPartner(
  portal: TestPortal,
  lot: number,
  owner: PortalClient,
  levels: readonly number[],
): Promise<Partners> {
  const partnerName = `Loja do teste ${lot}`
  const shop = await openShop(portal, owner, { name: partnerName, lot_ids: [lot] })
  const invited = must(await owner.post(`${partners}/${shop.id}/people`, { email: `loja${lot}@sol.example` }))
  const validations: Record<number, number> = {}
  for (const level of levels) {
    const code = await portal.openTicket(130, lot)
    const given = { code, benefit_id: shop.benefits[0] }
    const { body } = must(await shop.person.post('/api/partner/validations', given))
    validations[level] = Number(at(body, 'data.id'))
  }
  return {
    partner: shop.id,
    partnerName,
    benefit: shop.benefits[0] ?? 0,
    shopPerson: shop.userId,
    invitation: Number(at(invited.body, 'data.invitations.0.id')),
    validations,
  }
}

const one = ({ partner }: Scene) => `${partners}/${partner}`

const entry = (scene: Scene & { readonly lot: number }) => ({
  name: scene.partnerName,
  cnpj: '11222333000181',
  lot_ids: [scene.lot],
})

/** The calls of partners in the matrix of lots (src/app/server/lotsOfStaff.test.ts). */
export const partnerRows = {
  'GET /api/staff/partners': { names: ({ partnerName }: Scene) => partnerName, path: partners },
  'POST /api/staff/partners': { thing: () => partners, body: entry },
  'GET /api/staff/partners/:id/edit': { thing: (scene: Scene) => `${one(scene)}/edit` },
  'PUT /api/staff/partners/:id': { thing: one, body: entry },
  'DELETE /api/staff/partners/:id': { thing: one },
  'POST /api/staff/partners/:id/people': {
    thing: (scene: Scene) => `${one(scene)}/people`,
    body: () => ({ email: 'outra@sol.example' }),
  },
  'DELETE /api/staff/partners/:id/people/:user': {
    thing: (scene: Scene) => `${one(scene)}/people/${scene.shopPerson}`,
  },
  'DELETE /api/staff/partners/:id/invitations/:invitation': {
    thing: (scene: Scene) => `${one(scene)}/invitations/${scene.invitation}`,
  },
  'POST /api/staff/partners/:id/codes': {
    thing: (scene: Scene) => `${one(scene)}/codes`,
    body: ({ benefit }: Scene) => ({ benefit_id: benefit, count: 1, valid_until: '2030-01-01' }),
  },
  'GET /api/staff/partners/:id/statement': {
    thing: (scene: Scene) => `${one(scene)}/statement?month=2026-03`,
  },
  'GET /api/staff/partners/:id/statement.:format': {
    thing: (scene: Scene) => `${one(scene)}/statement.csv?month=2026-03`,
  },
  'GET /api/staff/validations': { list: '/api/staff/validations' },
  'GET /api/staff/tickets/:id/benefits': {
    thing: ({ ticket }: Scene) => `/api/staff/tickets/${ticket}/benefits`,
  },
  'POST /api/staff/tickets/:id/validate': {
    thing: ({ ticket }: Scene) => `/api/staff/tickets/${ticket}/validate`,
    body: ({ benefit }: Scene) => ({ benefit_id: benefit, reason }),
  },
  'DELETE /api/staff/validations/:id': {
    thing: (scene: Scene, level: number) => `/api/staff/validations/${scene.validations[level]}`,
    body: () => ({ reason }),
  },
} as const
