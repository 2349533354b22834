import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from '../deps.ts'
import { addStaff, changeLevel, inviteAgain, signOutEverywhere } from './changeStaff.ts'
import { searchUsers } from './searchUsers.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { hashPassword } from '../passwords.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { memberOf } from '#staff/server/member.ts'
import { perPage } from '#staff/server/lists.ts'
import { forgetSecondFactor } from './forgetSecondFactor.ts'
import { userFile } from './userFile.ts'

/** Until the owner chooses one by the mailed link. */
const unknownPassword = () => hashPassword(randomToken(), null)

export function userRoutes(
  app: FastifyInstance,
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  portal: Guard<PortalCaller>,
): void {
  const { db, clock } = deps
  const by = (caller: PortalCaller) => ({ actor: memberOf(caller).actor, now: clock.now() })
  const shown = async (id: number, caller: PortalCaller) => {
    const entity = await userFile(db, id, { member: memberOf(caller), now: clock.now() })
    return { entity, data: entity }
  }
  mount(app, contract.listUsers, portal, async ({ query }) => {
    const request = requestedPage(query, perPage)
    const list = await searchUsers(db, { ...request, level: query.level })
    const rows = list.rows.map(({ id, name, email, level }) => ({ id, name, email, level }))
    const kept = { level: query.level === null ? undefined : String(query.level) }
    return pagedList({ ...list, rows }, request, contract.listUsers.path, kept)
  })
  mount(app, contract.openUser, portal, ({ params }, caller) => shown(params.id, caller))
  mount(app, contract.createStaff, portal, async ({ body }, caller) => {
    const { tax_id: taxId, ...person } = body
    const passwordHash = await unknownPassword()
    const id = await transaction(db, (tx) =>
      addStaff(tx, { ...person, taxId }, { ...by(caller), passwordHash }),
    )
    return shown(id, caller)
  })
  mount(app, contract.changeUserLevel, portal, async ({ params, body }, caller) => {
    const passwordHash = await unknownPassword()
    const who = { userId: params.id, level: body.level, byId: memberOf(caller).id }
    const change = { ...who, passwordHash, ...by(caller) }
    await transaction(db, (tx) => changeLevel(tx, change))
    return shown(params.id, caller)
  })
  mount(app, contract.inviteUser, portal, async ({ params }, caller) => {
    await transaction(db, (tx) => inviteAgain(tx, params.id, by(caller)))
    return shown(params.id, caller)
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
