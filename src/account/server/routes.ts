import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { Session } from '#session/session.ts'
import * as contract from '../contract.ts'
import type { CepSource } from './cepSource.ts'
import { getAccount } from './flow/getAccount.ts'
import { getAddress } from './flow/getAddress.ts'
import { lookUpCep } from './flow/lookUpCep.ts'
import { searchCities } from './flow/searchCities.ts'
import { setAccount } from './flow/setAccount.ts'
import { setAddress } from './flow/setAddress.ts'
import { wireAccount } from './wireAccount.ts'

type Deps = { db: Db; clock: Clock; cepSource: CepSource | null }

/** Data and address of the payer, and the cities to choose from (spec.md screens 16 and 17). */
export function accountRoutes(app: FastifyInstance, deps: Deps, portal: Guard<{ session: Session }>): void {
  mount(app, contract.setAccount, portal, async ({ body: { cpfcnpj, ...known } }, { session }) => ({
    data: await setAccount(deps, session, { ...known, taxId: cpfcnpj }),
  }))
  mount(app, contract.getAccount, portal, async (_, { session }) => ({
    data: wireAccount(await getAccount(deps, session)),
  }))
  mount(app, contract.setAddress, portal, async ({ body: { gl_city_id: cityId, ...known } }, { session }) => {
    const saved = await setAddress(deps, session, { ...known, cityId })
    if (!saved) throw invalid({ gl_city_id: [fieldTexts.required] })
    return { data: { saved } }
  })
  mount(app, contract.getAddress, portal, async (_, { session }) => ({
    data: await getAddress(deps, session),
  }))
  mount(app, contract.searchCities, portal, async ({ query }) => searchCities(deps, query))
  mount(app, contract.lookUpCep, portal, async ({ params }) => ({ data: await lookUpCep(deps, params.cep) }))
}
