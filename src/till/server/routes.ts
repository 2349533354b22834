import type { FastifyInstance } from 'fastify'
import { answerChange, withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { PortalCaller, StaffMember } from '#session/server/caller.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { canSeeLots, memberOf } from '#staff/server/member.ts'
import * as contract from '../backoffice.ts'
import type { TillDeps } from './deps.ts'
import { closeTill, explainTill, openTill } from './flow/changeTill.ts'
import { moveTill } from './flow/moveTill.ts'
import { takePayment } from './flow/takePayment.ts'
import { undoTake } from './flow/undoTake.ts'
import { previewTake } from './previewTake.ts'
import { findTake, listOpenTills } from './store.ts'
import { tillsList } from './tillsList.ts'
import { findPersonNames, readTake, readTill, wireMovement, wireTaken, wireTillRow } from './view.ts'

const toCents = (reais: number) => Math.round(reais * 100)

/** docs/back-office.md#caixa */
export function tillRoutes(app: FastifyInstance, deps: TillDeps, portal: Guard<PortalCaller>): void {
  const file = async (id: number, member: StaffMember) => editedReply(await readTill(deps, id, member))
  mountList(app, deps, portal, tillsList)
  mount(app, contract.readOwnTills, portal, async (_, caller) => ({
    data: await readOwnTills(deps, memberOf(caller)),
  }))
  mount(app, contract.readTill, portal, ({ params }, caller) => file(params.id, memberOf(caller)))
  mount(app, contract.openTill, portal, async ({ body: { lot_id: lotId, float } }, caller) => {
    const member = memberOf(caller)
    const id = await withCurrentOnConflict(
      () => openTill(deps, { lotId, floatCents: toCents(float), member }),
      async () => ({ data: (await readOwnTills(deps, member)).open.find((till) => till.lot_id === lotId) }),
    )
    return file(id, member)
  })
  mount(app, contract.moveTill, portal, async ({ params, body }, caller) => {
    const { kind, value, reason } = body
    const [member, key] = [memberOf(caller), caller.idempotencyKey]
    const movement = { kind, amountCents: toCents(value), reason }
    const row = await withCurrentOnConflict(
      () => moveTill(deps, movement, { tillId: params.id, member, key }),
      () => file(params.id, member),
    )
    return { data: wireMovement(row, (await readTill(deps, params.id, member)).time_zone) }
  })
  mount(app, contract.closeTill, portal, async ({ params: { id }, body }, caller) => {
    const member = memberOf(caller)
    const closing = { tillId: id, countedCents: toCents(body.counted), reason: body.reason ?? null, member }
    return answerChange(
      () => closeTill(deps, closing),
      () => file(id, member),
    )
  })
  mount(app, contract.explainTill, portal, async ({ params: { id }, body: { reason } }, caller) => {
    const member = memberOf(caller)
    await explainTill(deps, { tillId: id, reason, member })
    return file(id, member)
  })
  takeRoutes(app, deps, portal)
}

function takeRoutes(app: FastifyInstance, deps: TillDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.previewTake, portal, async ({ params }, caller) => ({
    data: await previewTake(deps, params.id, memberOf(caller)),
  }))
  mount(app, contract.takePayment, portal, async ({ params: { id: code }, body }, caller) => {
    const { method, value, received = null } = body
    const [member, key] = [memberOf(caller), caller.idempotencyKey]
    const receivedCents = received === null ? null : toCents(received)
    const taking = { code, method, amountCents: toCents(value), receivedCents }
    const row = await withCurrentOnConflict(
      () => takePayment(deps, taking, { member, key }),
      async () => ({ data: await previewTake(deps, code, member) }),
    )
    return { data: await wireTaken(deps, row, member) }
  })
  mount(app, contract.undoTake, portal, async ({ params, body: { reason } }, caller) => {
    const member = memberOf(caller)
    const row = await withCurrentOnConflict(
      () => undoTake(deps, { takeId: params.id, reason, member }),
      async () => ({ data: await readTake(deps.db, await findTake(deps.db, params.id)) }),
    )
    return { data: await readTake(deps.db, row) }
  })
}

async function readOwnTills({ db }: TillDeps, member: StaffMember) {
  const own = await listOpenTills(db, member.id)
  const open = own.filter((till) => canSeeLots(member, [till.lot_id]))
  const nameOf = await findPersonNames(db, [member.id])
  const row = { person: nameOf(member.id), ownId: member.id, expectedCents: null }
  const lots = (await readLotNames(db)).filter(
    ({ id }) => canSeeLots(member, [id]) && !open.some((till) => till.lot_id === id),
  )
  return { open: open.map((till) => wireTillRow(till, row)), lots }
}
