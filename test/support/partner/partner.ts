import { at, type PortalClient } from '../client.ts'
import { must } from '../flow.ts'
import { customer } from '../people.ts'
import type { TestPortal } from '../portal.ts'

export const partners = '/api/staff/partners'

export const twoHours = { name: '2 h', kind: 'minutes', value: 120, active: true }
export const half = { name: '50 %', kind: 'percent', value: 50, active: true }
export const everything = { name: 'Tudo', kind: 'all', active: true }

/** What a new partner is made of; a test replaces what it is about. */
export function partnerEntry(change: object = {}) {
  return {
    name: 'Livraria Sol',
    cnpj: '11.222.333/0001-81',
    email: '',
    lot_ids: [1],
    benefits: [twoHours, half],
    ...change,
  }
}

export type Shop = {
  readonly id: number
  /** By the order of the entry. */
  readonly benefits: readonly number[]
  /** A browser in which a person of the shop is signed in. */
  readonly person: PortalClient
  readonly email: string
  readonly userId: number
}

/** A partner with a person, made by a manager. */
export async function openShop(
  portal: TestPortal,
  manager: PortalClient,
  change: object = {},
): Promise<Shop> {
  const made = must(await manager.post(partners, partnerEntry(change)))
  const id = Number(at(made.body, 'data.id'))
  const benefits = [0, 1, 2].flatMap((n) => {
    const benefit = at(made.body, `data.benefits.${n}.id`)
    return benefit === undefined ? [] : [Number(benefit)]
  })
  const { client, person } = await customer(portal)
  must(await manager.post(`${partners}/${id}/people`, { email: person.email }))
  return { id, benefits, person: client, email: person.email, userId: person.id }
}

/** The shop gives a ticket its benefit of that place. */
export function validate({ person, benefits }: Shop, code: string, nth = 0) {
  return person.post('/api/partner/validations', { code, benefit_id: benefits[nth] })
}
