import type * as z from 'zod/mini'
import type { BodyOf } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { readLotStats } from '#parking/server/flow/readLotStats.ts'
import { recordOccupancyReport as report } from '#parking/server/flow/countOccupancy.ts'
import { reportOccupancy } from '../../contract.ts'
import { assertDeviceLot, type Device } from '../device.ts'
import { requireDeviceInstant } from '../deviceClock.ts'
import type { EquipmentDeps } from '../deps.ts'
import { withIdempotencyKey } from '../withIdempotencyKey.ts'

const storedReport = reportOccupancy.reply.shape.data

/** An older report changes nothing. Throws `foreign_lot`, 422. */
export async function applyOccupancyReport(
  deps: EquipmentDeps,
  device: Device,
  lotId: number,
  body: BodyOf<typeof reportOccupancy>,
): Promise<z.output<typeof storedReport>> {
  assertDeviceLot(device, lotId)
  const now = deps.clock.now()
  const at = await requireDeviceInstant(deps.db, device, { field: 'at', sent: body.at, now })
  return withIdempotencyKey(
    deps.db,
    device,
    { name: `occupancy ${lotId}`, body, now, stored: storedReport },
    async (tx) => {
      const applied = await report(tx, lotId, { ...body, at })
      const lot = (await readLotStats(tx, deps, now)).find(({ id }) => id === lotId)
      if (!lot) throw fail('not_found')
      return { ...lot, applied }
    },
  )
}
