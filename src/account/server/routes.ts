import type { FastifyInstance } from 'fastify'
import { fail, invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../contract.ts'
import { accessRoutes } from './access/routes.ts'
import type { AccountDeps } from './deps.ts'
import { createAccount } from './flow/createAccount.ts'
import { getAccount, type Kept } from './flow/getAccount.ts'
import { getAddress, setAddress } from './flow/address.ts'
import { lookUpCep } from './flow/lookUpCep.ts'
import { searchCities } from './flow/searchCities.ts'
import { setAccount } from './flow/setAccount.ts'
import { meRoutes } from './me/routes.ts'
import { takenErrors, wireTaken } from './view.ts'
import type { ReplyOf } from '#kit/endpoint.ts'

export function accountRoutes(app: FastifyInstance, deps: AccountDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.setAccount, portal, async ({ body }, caller) => {
    const { name, email, cpfcnpj: taxId } = body
    const forCard = body.method === 'pix' ? null : body
    const wanted = forCard?.shouldCreateAccount === true ? (forCard.password ?? null) : null
    const account = { name, email, phone: forCard?.phone ?? '', taxId }
    const entry = { code: body.ticket_code ?? null, account, password: wanted }
    return { data: wireTaken(await setAccount(deps, caller, entry)) }
  })
  mount(app, contract.getAccount, portal, async ({ query }, { session }) => ({
    data: wireAccount(await getAccount(deps, session, query.ticket_code ?? null)),
  }))
  mount(app, contract.setAddress, portal, async ({ body }, { session }) => {
    const { gl_city_id: cityId, ticket_code: code = null, ...known } = body
    const saved = await setAddress(deps, session, { ...known, cityId, code })
    if (!saved) throw invalid({ gl_city_id: [fieldTexts.required] })
    return { data: { saved } }
  })
  mount(app, contract.getAddress, portal, async ({ query }, { session }) => ({
    data: await getAddress(deps, session, query.ticket_code ?? null),
  }))
  mount(app, contract.createAndLogin, portal, async ({ body }, caller) => {
    const { session, adopt, remember } = caller
    const code = body.ticket_code ?? null
    const created = await createAccount(deps, caller, code)
    if (created.outcome === 'taken') {
      const typed = wireAccount(await getAccount(deps, session, code))
      const errors = takenErrors(created, { email: typed?.email ?? '', cpfcnpj: typed?.cpfcnpj ?? '' })
      throw fail('duplicate_account', { data: wireTaken(created), errors })
    }
    if (created.renewed) adopt(created.renewed.id)
    remember(created.user.id)
    return { data: { logged: true, user: created.user } }
  })
  mount(app, contract.searchCities, portal, async ({ query }) => searchCities(deps, query))
  mount(app, contract.lookUpCep, portal, async ({ params }) => ({ data: await lookUpCep(deps, params.cep) }))
  accessRoutes(app, deps, portal)
  meRoutes(app, deps, portal)
}

function wireAccount(account: Kept | null): ReplyOf<typeof contract.getAccount>['data'] {
  if (!account) return null
  const { taxId, ...known } = account
  return { ...known, cpfcnpj: taxId }
}
