import type { FastifyInstance } from 'fastify'
import type { EquipmentDeps } from '../deps.ts'
import { listExitQuestions, wireExitQuestion } from '#ticket/server/gate/exitQuestions.ts'
import { addDevice, changeDevice, rotateDeviceKey, revokeDevice } from './changeDevice.ts'
import { type DeviceRow, requireDevice, searchDevices } from './searchDevices.ts'
import { isoIn } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { watchedMinutes } from '../../silence.ts'
import { answerList } from '#staff/server/list/answerList.ts'
import { memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'

type Deps = Pick<EquipmentDeps, 'db' | 'clock' | 'silenceLimit' | 'operatorTimeZone'>

/** docs/back-office.md#equipamentos-pessoas */
export function deviceRoutes(
  app: FastifyInstance,
  { db, clock, silenceLimit, operatorTimeZone }: Deps,
  portal: Guard<PortalCaller>,
): void {
  const by = (caller: PortalCaller) => ({ ...memberOf(caller), now: clock.now() })
  const facts = async () => ({
    lots: await readLotNames(db),
    silenceLimit: await silenceLimit(),
    timeZone: await operatorTimeZone(),
  })
  const file = async (id: number, caller: PortalCaller) =>
    wireBackOfficeDevice(await requireDevice(db, id, memberOf(caller)), await facts())
  mount(app, contract.listDevices, portal, ({ query }, caller) =>
    answerList(contract.listDevices, { query, caller }, async ({ member: { lots }, ...wanted }) => {
      const list = await searchDevices(db, { ...wanted, lotId: query.lot_id, lots })
      const shared = await facts()
      return { ...list, rows: list.rows.map((device) => wireBackOfficeDevice(device, shared)) }
    }),
  )
  mount(app, contract.openDevice, portal, async ({ params }, caller) => {
    const device = await file(params.id, caller)
    const refusals = await listExitQuestions(db, { deviceId: params.id })
    return editedReply({ ...device, refusals: refusals.map(wireExitQuestion) })
  })
  mount(app, contract.createDevice, portal, async ({ body }, caller) => {
    const { id, key } = await transaction(db, (tx) => addDevice(tx, body, by(caller)))
    return editedReply({ ...(await file(id, caller)), key })
  })
  mount(app, contract.updateDevice, portal, async ({ params, body }, caller) => {
    await transaction(db, (tx) => changeDevice(tx, params.id, body, by(caller)))
    return editedReply(await file(params.id, caller))
  })
  mount(app, contract.changeDeviceKey, portal, async ({ params }, caller) => {
    const key = await withCurrentOnConflict(
      () => transaction(db, (tx) => rotateDeviceKey(tx, params.id, by(caller))),
      async () => ({ data: await file(params.id, caller) }),
    )
    return editedReply({ ...(await file(params.id, caller)), key })
  })
  mount(app, contract.revokeDevice, portal, async ({ params }, caller) => {
    await transaction(db, (tx) => revokeDevice(tx, params.id, by(caller)))
    return { data: { revoked: true as const } }
  })
}

type Facts = { lots: { id: number; name: string }[]; silenceLimit: number; timeZone: string }

function wireBackOfficeDevice(device: DeviceRow, facts: Facts): contract.WireBackOfficeDevice {
  const iso = (at: Date) => isoIn(facts.timeZone, at)
  return {
    id: device.id,
    name: device.name,
    lots: facts.lots.filter(({ id }) => device.lot_ids.includes(id)),
    key_at: iso(device.key_at ?? device.created_at),
    revoked_at: device.revoked_at && iso(device.revoked_at),
    called_at: device.called_at && iso(device.called_at),
    heartbeat_at: device.heartbeat_at && iso(device.heartbeat_at),
    events_at: device.events_at && iso(device.events_at),
    silent_minutes: device.silent_minutes,
    watched_minutes: watchedMinutes(device, facts.silenceLimit),
    created_at: iso(device.created_at),
    updated_at: iso(device.updated_at ?? device.created_at),
  }
}
