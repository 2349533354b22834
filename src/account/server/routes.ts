import type { FastifyInstance } from 'fastify'
import type { ReplyInputOf, BodyOf } from '#kit/endpoint.ts'
import { fail, invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import { editedReply } from '#staff/server/lists.ts'
import * as contract from '../contract.ts'
import * as me from '../me/contract.ts'
import { accessRoutes } from './access/routes.ts'
import { findCity } from './city/cities.ts'
import type { AccountDeps } from './deps.ts'
import { lookUpCep, searchCities } from './flow/cities.ts'
import { createAccount } from './flow/createAccount.ts'
import { changeAccount } from './flow/me/changeAccount.ts'
import { readMe } from './flow/me/readMe.ts'
import { getAccount, getAddress, type PayerAccount, setAccount, setAddress } from './flow/payer.ts'
import { updateAddress } from './store.ts'
import { wirePerson, wireDuplicates, wireUser } from './view.ts'

const invalidCity = () => invalid({ gl_city_id: [fieldTexts.required] })

export function accountRoutes(app: FastifyInstance, deps: AccountDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.setAccount, portal, async ({ body }, caller) => {
    const { name, email, cpfcnpj: taxId } = body
    const forCard = body.method === 'pix' ? null : body
    const password = forCard?.shouldCreateAccount === true ? (forCard.password ?? null) : null
    const account = { name, email, phone: forCard?.phone ?? '', taxId }
    const entry = { code: body.ticket_code ?? null, account, password }
    return { data: wireDuplicates(await setAccount(deps, caller, entry)) }
  })
  mount(app, contract.getAccount, portal, async ({ query }, { session }) => ({
    data: wireAccount(await getAccount(deps, session, query.ticket_code)),
  }))
  mount(app, contract.setAddress, portal, async ({ body }, { session }) => {
    const { gl_city_id: cityId, ticket_code: code = null, ...known } = body
    if (!(await setAddress(deps, session, { ...known, cityId, code }))) throw invalidCity()
    return { data: { saved: true } }
  })
  mount(app, contract.getAddress, portal, async ({ query }, { session }) => ({
    data: await getAddress(deps, session, query.ticket_code),
  }))
  mount(app, contract.createAndLogin, portal, async ({ body }, caller) => {
    const { user, renewed } = await createAccount(deps, caller, body.ticket_code ?? null)
    if (renewed) caller.setSessionId(renewed.id)
    caller.rememberBrowser(user.id)
    return { data: { logged: true, user } }
  })
  mount(app, contract.searchCities, portal, async ({ query }) => searchCities(deps, query))
  mount(app, contract.lookUpCep, portal, async ({ params }) => ({ data: await lookUpCep(deps, params.cep) }))
  accessRoutes(app, deps, portal)
  meRoutes(app, deps, portal)
}

function wireAccount(account: PayerAccount | null): ReplyInputOf<typeof contract.getAccount>['data'] {
  if (!account) return null
  const { taxId, ...known } = account
  return { ...known, cpfcnpj: taxId }
}

function meRoutes(app: FastifyInstance, deps: AccountDeps, portal: Guard<PortalCaller>): void {
  const user = async (session: Session) =>
    editedReply(wireUser((await readMe(deps, session)).user, await deps.operatorTimeZone()))
  const person = async (session: Session) =>
    editedReply(wirePerson(await readMe(deps, session), await deps.operatorTimeZone()))
  const savePerson = async (session: Session, body: BodyOf<typeof me.updatePerson>) => {
    const { user } = await readMe(deps, session)
    const address = { ...me.addressLines(body), cityId: body.gl_city_id }
    if (!(await findCity(deps.db, address.cityId))) throw invalidCity()
    await updateAddress(deps.db, user.id, address, deps.clock.now())
    return person(session)
  }
  mount(app, me.editUser, portal, (_, { session }) => user(session))
  mount(app, me.updateUser, portal, async ({ params, body }, caller) => {
    const { name, email, phone, cpfcnpj: taxId, changePassword, password_new } = body
    const password = body.password || null
    const newPassword = changePassword === true ? (password_new ?? '') : null
    await changeAccount(deps, caller, params.id, { name, email, phone, taxId, password, newPassword })
    return user(caller.session)
  })
  mount(app, me.readPerson, portal, (_, { session }) => person(session))
  mount(app, me.editPerson, portal, (_, { session }) => person(session))
  mount(app, me.updatePerson, portal, ({ body }, { session }) => savePerson(session, body))
  mount(app, me.updatePersonById, portal, ({ params, body }, { session }) => {
    if (params.id !== session.userId) throw fail('not_found')
    return savePerson(session, body)
  })
}
