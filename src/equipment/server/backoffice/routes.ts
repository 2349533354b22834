import type { FastifyInstance } from 'fastify'
import type { EquipmentDeps } from '../deps.ts'
import { addDevice, changeDevice, rotateDeviceKey, revokeDevice } from './changeDevice.ts'
import { type DeviceRow, requireDevice, searchDevices } from './searchDevices.ts'
import { isoIn } from '#kit/clock.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import * as contract from '../../backoffice.ts'
import { assertLot, memberOf } from '#staff/server/member.ts'
import { operatorTimeZone, perPage, editedReply } from '#staff/server/lists.ts'

/** docs/back-office.md#equipamentos-pessoas */
export function deviceRoutes(
  app: FastifyInstance,
  { db, clock }: Pick<EquipmentDeps, 'db' | 'clock'>,
  portal: Guard<PortalCaller>,
): void {
  const by = (caller: PortalCaller) => ({ ...memberOf(caller), now: clock.now() })
  const file = async (id: number, caller: PortalCaller) =>
    wireBackOfficeDevice(await requireDevice(db, id, memberOf(caller)), await readLotNames(db))
  mount(app, contract.listDevices, portal, async ({ query }, caller) => {
    const request = parsePageRequest(query, perPage)
    const { lot_id: lotId, state } = query
    const { lots } = memberOf(caller)
    if (lotId !== null) assertLot({ lots }, lotId)
    const list = await searchDevices(db, { ...request, lotId, lots, state })
    const names = await readLotNames(db)
    const rows = list.rows.map((device) => wireBackOfficeDevice(device, names))
    return pagedList({ ...list, rows }, request, contract.listDevices.path)
  })
  mount(app, contract.openDevice, portal, async ({ params }, caller) =>
    editedReply(await file(params.id, caller)),
  )
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

type LotName = { id: number; name: string }

function wireBackOfficeDevice(device: DeviceRow, lots: LotName[]): contract.WireBackOfficeDevice {
  const iso = (at: Date) => isoIn(operatorTimeZone, at)
  return {
    id: device.id,
    name: device.name,
    lots: lots.filter(({ id }) => device.lot_ids.includes(id)),
    key_at: iso(device.key_at ?? device.created_at),
    revoked_at: device.revoked_at && iso(device.revoked_at),
    called_at: device.called_at && iso(device.called_at),
    created_at: iso(device.created_at),
    updated_at: iso(device.updated_at ?? device.created_at),
  }
}
