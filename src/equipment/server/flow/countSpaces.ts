import type * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { readStats } from '#parking/server/flow/readStats.ts'
import { reportOccupancy as report } from '#parking/server/flow/countCars.ts'
import { reportOccupancy } from '../../contract.ts'
import { checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'

const stored = reportOccupancy.reply.shape.data

/** An older report changes nothing. Throws `foreign_lot`, 422. */
export async function countSpaces(
  deps: EquipmentDeps,
  device: Device,
  lotId: number,
  body: BodyOf<typeof reportOccupancy>,
): Promise<z.output<typeof stored>> {
  checkLot(device, lotId)
  const now = deps.clock.now()
  const at = deviceInstant('at', body.at, now)
  return idempotent(deps.db, device, { name: `occupancy ${lotId}`, body, now, stored }, async (tx) => {
    const applied = await report(tx, lotId, { ...body, at })
    const lot = (await readStats(tx, deps, now)).find(({ id }) => id === lotId)
    if (!lot) throw fail('not_found')
    return { ...lot, applied }
  })
}
