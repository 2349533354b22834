import { takeKeyedLocks } from '#kit/server/db/locks.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { recordMovement } from '#parking/server/flow/countOccupancy.ts'
import { flagDuplicatePlate } from '#reservation/server/flow/duplicatePlate.ts'
import { registerArrival } from '#reservation/server/flow/registerArrival.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { cleanPlate, platesOfCar } from '#vehicle/plate.ts'
import { registerEntry } from '../../contract.ts'
import { deviceActor, assertDeviceLot, type Device } from '../device.ts'
import { readDeviceInstant } from '../deviceClock.ts'
import type { EquipmentDeps } from '../deps.ts'
import { withIdempotencyKey } from '../withIdempotencyKey.ts'

type EntryBody = BodyOf<typeof registerEntry>

/** A repeated report is one visit (docs/spec.md#r39). Throws `foreign_lot`, `ticket_exists`, `no_reservation`. */
export async function registerEntrance(deps: EquipmentDeps, device: Device, body: EntryBody) {
  const { lot_id: lotId, gate, qr, code: given = null } = body
  assertDeviceLot(device, lotId)
  const now = deps.clock.now()
  const enteredAt = await readDeviceInstant(deps.db, device, {
    field: 'entered_at',
    sent: body.entered_at,
    now,
  })
  const actor = deviceActor(device)
  const call = { name: 'entries', body, now, stored: registerEntry.reply.shape.data }
  return withIdempotencyKey(deps.db, device, call, async (tx) => {
    const plate = body.plate ? cleanPlate(body.plate) : null
    const car = plate === null ? [] : [carLockKey(lotId, plate)]
    await takeKeyedLocks(tx, 'entrance', given ? [...car, given] : car)
    const arrival = { lotId, gate, enteredAt, now, actor }
    const arrived = await registerArrival(tx, deps.gateKey, { qr, code: given, plate }, arrival)
    if (arrived) {
      const reservation = arrived.reservation && { ...arrived.reservation, lot_id: lotId }
      // A gate identifies a car by the number that it printed.
      return { code: given ?? arrived.code, open: true, ...(reservation && { reservation }) }
    }
    if (qr) throw fail('no_reservation')
    const code = await issueTicket(tx, { lotId, gate, code: given, plate, enteredAt, now })
    await recordMovement(tx, { lotId, space: 'normal', change: 1, at: enteredAt })
    await flagDuplicatePlate(tx, { code, plate, lotId, actor, now })
    return { code, open: true }
  })
}

function carLockKey(lotId: number, plate: string): string {
  return `${lotId} ${platesOfCar(plate).toSorted().join(' ')}`
}
