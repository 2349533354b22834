import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { takeKeyedLocks } from '#kit/server/db/locks.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { fail } from '#kit/fail.ts'
import { recordMovement } from '#parking/server/flow/countCars.ts'
import { notePlateTwice } from '#reservation/server/flow/plateTwice.ts'
import { registerArrival } from '#reservation/server/flow/registerArrival.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { plainPlate, platesOfCar } from '#vehicle/plate.ts'
import { registerEntry, type WireEntry } from '../../contract.ts'
import { actorOf, checkLot, type Device, deviceInstant } from '../device.ts'
import type { EquipmentDeps } from '../deps.ts'
import { idempotent } from '../idempotent.ts'

type Entrance = BodyOf<typeof registerEntry>

const parse = (answer: unknown): WireEntry => z.parse(registerEntry.reply.shape.data, answer)

/**
 * A repeated report is the same visit (docs/spec.md#r39). Throws `foreign_lot`, `ticket_exists`,
 * `no_reservation`, 422.
 */
export async function registerEntrance(
  deps: EquipmentDeps,
  device: Device,
  entrance: Entrance,
): Promise<WireEntry> {
  checkLot(device, entrance.lot_id)
  const now = deps.clock.now()
  const enteredAt = deviceInstant('entered_at', entrance.entered_at, now)
  return idempotent(
    deps.db,
    device,
    { name: 'entries', body: entrance, now, parse },
    async (tx): Promise<WireEntry> => {
      const plate = entrance.plate ? plainPlate(entrance.plate) : null
      const car = plate === null ? [] : [carKey(entrance.lot_id, plate)]
      await takeKeyedLocks(tx, 'entrance', entrance.code ? [...car, entrance.code] : car)
      const arrived = await arriveKnown(
        tx,
        deps,
        { ...entrance, plate },
        { enteredAt, now, actor: actorOf(device) },
      )
      if (arrived) return arrived
      const code = await issueTicket(tx, {
        lotId: entrance.lot_id,
        gate: entrance.gate,
        code: entrance.code ?? null,
        plate,
        enteredAt,
        now,
      })
      await recordMovement(tx, { lotId: entrance.lot_id, space: 'normal', change: 1, at: enteredAt })
      await notePlateTwice(tx, { code, plate, lotId: entrance.lot_id, actor: actorOf(device), now })
      return { code, open: true }
    },
  )
}

function carKey(lotId: number, plate: string): string {
  return `${lotId} ${platesOfCar(plate).toSorted().join(' ')}`
}

async function arriveKnown(
  tx: Tx,
  { gateKey }: EquipmentDeps,
  entrance: Entrance,
  when: { enteredAt: Date; now: Date; actor: string },
): Promise<WireEntry | null> {
  const { lot_id: lotId, gate, qr, code: given, plate } = entrance
  const arrived = await registerArrival(tx, gateKey, { qr, code: given, plate }, { lotId, gate, ...when })
  if (!arrived && qr) throw fail('no_reservation')
  if (!arrived) return null
  const { code, reserved } = arrived
  // A gate identifies a car by the number that it printed.
  return {
    code: given ?? code,
    open: true,
    ...(reserved ? { reservation: { ...reserved, lot_id: lotId } } : {}),
  }
}
