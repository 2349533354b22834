import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from '../deps.ts'
import { addStaff, changeLevel, inviteAgain, signOutEverywhere } from './changeStaff.ts'
import { searchUsers } from './searchUsers.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { hashPassword } from '../passwords.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { lotsChosen } from '../../backoffice.ts'
import { lotsWanted, memberOf } from '#staff/server/member.ts'
import { perPage } from '#staff/server/lists.ts'
import { forgetSecondFactor } from './forgetSecondFactor.ts'
import { userFile } from './userFile.ts'

/** Until the owner chooses one by the mailed link. */
const unknownPassword = () => hashPassword(randomToken(), null)

export function userRoutes(
  app: FastifyInstance,
  deps: Pick<AccountDeps, 'db' | 'clock' | 'lotNames'>,
  portal: Guard<PortalCaller>,
): void {
  const { db, clock } = deps
  const by = (caller: PortalCaller) => ({ actor: memberOf(caller).actor, now: clock.now() })
  const lotNames = async () => new Map((await deps.lotNames(db)).map(({ id, name }) => [id, name]))
  const shown = async (id: number, caller: PortalCaller) => {
    const entity = await userFile(db, id, { member: memberOf(caller), now: clock.now() })
    return { entity, data: entity }
  }
  mount(app, contract.listUsers, portal, async ({ query }, caller) => {
    const request = requestedPage(query, perPage)
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const list = await searchUsers(db, { ...request, level: query.level, lots })
    const rows = list.rows.map(({ id, name, email, level }) => ({ id, name, email, level }))
    return pagedList({ ...list, rows }, request, contract.listUsers.path)
  })
  mount(app, contract.openUser, portal, ({ params }, caller) => shown(params.id, caller))
  mount(app, contract.createStaff, portal, async ({ body }, caller) => {
    const { tax_id: taxId, name, email, phone, level } = body
    const person = { name, email, phone, level, taxId, lots: lotsChosen(body) ?? null }
    const given = { passwordHash: await unknownPassword(), lotNames: await lotNames() }
    const id = await transaction(db, (tx) => addStaff(tx, person, { ...by(caller), ...given }))
    return shown(id, caller)
  })
  mount(app, contract.changeUserLevel, portal, async ({ params, body }, caller) => {
    const given = { passwordHash: await unknownPassword(), lotNames: await lotNames() }
    const wanted = { userId: params.id, level: body.level, lots: lotsChosen(body) }
    const change = { ...wanted, ...given, byId: memberOf(caller).id, ...by(caller) }
    return answerChange(
      () => transaction(db, (tx) => changeLevel(tx, change)),
      () => shown(params.id, caller),
    )
  })
  mount(app, contract.inviteUser, portal, async ({ params }, caller) => {
    const invite = () => transaction(db, (tx) => inviteAgain(tx, params.id, by(caller)))
    return answerChange(invite, () => shown(params.id, caller))
  })
  mount(app, contract.resetSecondFactor, portal, async ({ params }, caller) => {
    await transaction(db, (tx) => forgetSecondFactor(tx, params.id, by(caller)))
    return shown(params.id, caller)
  })
  mount(app, contract.endUserLogins, portal, async ({ params }, caller) => {
    await transaction(db, (tx) => signOutEverywhere(tx, params.id, by(caller)))
    return shown(params.id, caller)
  })
}
