import type { FastifyInstance } from 'fastify'
import { maskTaxId } from '#kit/brazil.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { listLogins } from '#session/server/store.ts'
import { isAllowed } from '#staff/level.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { editedReply, wireTimestamps } from '#staff/server/lists.ts'
import { canSeeLots, memberOf } from '#staff/server/member.ts'
import { findSecondFactor } from '#staff/server/store.ts'
import * as contract from '../../backoffice.ts'
import type { AccountDeps } from '../deps.ts'
import { unusablePasswordHash } from '../passwords.ts'
import { lotsOf, findUser, isDuplicateUserError } from '../store.ts'
import { listDeviceTokens } from '../deviceTokens.ts'
import {
  addStaff,
  changeLevel,
  removeSecondFactor,
  resendInvitation,
  signOutEverywhere,
} from './changeStaff.ts'
import { searchUsers } from './searchUsers.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'lotNames' | 'operatorTimeZone'>

export function userRoutes(app: FastifyInstance, deps: Deps, portal: Guard<PortalCaller>): void {
  const { db, clock } = deps
  const by = (caller: PortalCaller) => ({ actor: memberOf(caller).actor, now: clock.now() })
  const lotNames = async () => new Map((await deps.lotNames(db)).map(({ id, name }) => [id, name]))
  const replyWithUser = async (id: number, caller: PortalCaller) =>
    editedReply(await readUserDetails(deps, id, memberOf(caller)))
  mount(app, contract.listUsers, portal, ({ query }, caller) =>
    answerList(contract.listUsers, { query, caller }, (wanted) => searchUsers(db, wanted)),
  )
  mount(app, contract.openUser, portal, ({ params }, caller) => replyWithUser(params.id, caller))
  mount(app, contract.createStaff, portal, async ({ body }, caller) => {
    const { tax_id: taxId, name, email, phone, level } = body
    const person = { name, email, phone, level, taxId, lots: contract.readLotChoice(body) ?? null }
    const given = { passwordHash: await unusablePasswordHash(), lotNames: await lotNames() }
    const adding = transaction(db, (tx) => addStaff(tx, person, { ...by(caller), ...given }))
    return replyWithUser(await adding.catch(throwDuplicate), caller)
  })
  mount(app, contract.changeUserLevel, portal, async ({ params, body }, caller) => {
    const given = { passwordHash: await unusablePasswordHash(), lotNames: await lotNames() }
    const wanted = { userId: params.id, level: body.level, lots: contract.readLotChoice(body) }
    const change = { ...wanted, ...given, byId: memberOf(caller).id, ...by(caller) }
    return answerChange(
      () => transaction(db, (tx) => changeLevel(tx, change)),
      () => replyWithUser(params.id, caller),
    )
  })
  const actions = [
    [contract.inviteUser, resendInvitation],
    [contract.resetSecondFactor, removeSecondFactor],
    [contract.endUserLogins, signOutEverywhere],
  ] as const
  for (const [endpoint, run] of actions)
    mount(app, endpoint, portal, ({ params }, caller) =>
      answerChange(
        () => transaction(db, (tx) => run(tx, params.id, by(caller))),
        () => replyWithUser(params.id, caller),
      ),
    )
}

/** Another call may have added the person meanwhile. */
function throwDuplicate(error: unknown): never {
  throw isDuplicateUserError(error) ? fail('duplicate_account') : error
}

/** Throws `not_found`, `forbidden`. */
async function readUserDetails({ db, clock, operatorTimeZone }: Deps, id: number, member: StaffMember) {
  const user = await findUser(db, id)
  if (!user) throw fail('not_found')
  const lots = lotsOf(user)
  if (!canSeeLots(member, lots ?? [])) throw fail('forbidden')
  const factor = await findSecondFactor(db, id)
  const logins = [...(await listLogins(db, id, clock.now())), ...(await listDeviceTokens(db, id))]
  const edit = isAllowed(member.level, 'admin')
  return {
    id,
    name: user.name,
    email: user.email,
    level: user.level,
    phone: user.phone,
    tax_id: maskTaxId(user.tax_id),
    second_factor: factor !== undefined && factor.confirmed_at !== null,
    all_lots: lots === null,
    lot_ids: [...(lots ?? [])],
    logins: logins.length,
    ...wireTimestamps(user, await operatorTimeZone()),
    can: { edit, level: edit && id !== member.id },
  }
}
