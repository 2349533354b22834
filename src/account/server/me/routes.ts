import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '#kit/endpoint.ts'
import { fail, invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import { editedReply } from '#staff/server/lists.ts'
import * as contract from '../../me/contract.ts'
import type { AccountDeps } from '../deps.ts'
import { changeAccount } from '../flow/me/changeAccount.ts'
import { findCity } from '../city/cities.ts'
import { updateAddress } from '../store.ts'
import { readMe } from '../flow/me/readMe.ts'
import { addressOfEntry, takenErrors, wirePerson, wireTaken, wireUser } from '../view.ts'

export function meRoutes(app: FastifyInstance, deps: AccountDeps, portal: Guard<PortalCaller>): void {
  const user = async (session: Session) => editedReply(wireUser((await readMe(deps, session)).user))
  const person = async (session: Session) => editedReply(wirePerson(await readMe(deps, session)))
  const savePerson = async (session: Session, body: BodyOf<typeof contract.updatePerson>) => {
    const { user } = await readMe(deps, session)
    const address = addressOfEntry(body)
    if (!(await findCity(deps.db, address.cityId))) throw invalid({ gl_city_id: [fieldTexts.required] })
    await updateAddress(deps.db, user.id, address, deps.clock.now())
    return person(session)
  }
  mount(app, contract.editUser, portal, (_, { session }) => user(session))
  mount(app, contract.updateUser, portal, async ({ params, body }, caller) => {
    const changed = await changeAccount(deps, caller, params.id, accountChange(body))
    if (changed.outcome === 'password_missing') throw invalid({ password: [fieldTexts.required] })
    if (changed.outcome === 'wrong_password') throw invalid({ password: ['Senha atual incorreta.'] })
    if (changed.outcome === 'taken') {
      throw fail('duplicate_account', { data: wireTaken(changed), errors: takenErrors(changed, body) })
    }
    return user(caller.session)
  })
  mount(app, contract.readPerson, portal, (_, { session }) => person(session))
  mount(app, contract.editPerson, portal, (_, { session }) => person(session))
  mount(app, contract.updatePerson, portal, ({ body }, { session }) => savePerson(session, body))
  mount(app, contract.updatePersonById, portal, ({ params, body }, { session }) => {
    if (params.id !== session.userId) throw fail('not_found')
    return savePerson(session, body)
  })
}

function accountChange(body: BodyOf<typeof contract.updateUser>) {
  const { name, email, phone, cpfcnpj: taxId } = body
  const password = body.password ? body.password : null
  const newPassword = body.changePassword === true ? (body.password_new ?? '') : null
  return { name, email, phone, taxId, password, newPassword }
}
