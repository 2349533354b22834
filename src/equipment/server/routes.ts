import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readGateEvents } from '#ticket/server/flow/gateEvents.ts'
import * as contract from '../contract.ts'
import type { EquipmentDeps } from './deps.ts'
import { type Device, recordSignOfLife } from './device.ts'
import { answerExit } from './flow/answerExit.ts'
import { registerMachinePayment } from './flow/registerMachinePayment.ts'
import { applyOccupancyReport } from './flow/applyOccupancyReport.ts'
import { registerEntrance } from './flow/registerEntrance.ts'

export function equipmentRoutes(app: FastifyInstance, deps: EquipmentDeps, guard: Guard<{ device: Device }>) {
  mount(app, contract.registerEntry, guard, async ({ body }, { device }) =>
    copyIntoData(await registerEntrance(deps, device, body)),
  )
  mount(app, contract.registerExit, guard, async ({ body }, { device }) =>
    copyIntoData(await answerExit(deps, device, body)),
  )
  mount(app, contract.registerPayment, guard, async ({ body }, { device }) =>
    copyIntoData(await registerMachinePayment(deps, device, body)),
  )
  mount(app, contract.reportOccupancy, guard, async ({ params, body }, { device }) =>
    copyIntoData(await applyOccupancyReport(deps, device, params.id, body)),
  )
  mount(app, contract.sendHeartbeat, guard, async (_, { device }) => {
    await recordSignOfLife(deps.db, device, 'heartbeat_at', deps.clock.now())
    return undefined
  })
  mount(app, contract.readEvents, guard, async ({ query }, { device }) => {
    await recordSignOfLife(deps.db, device, 'events_at', deps.clock.now())
    const feed = await readEventFeed(deps.db, device, query.after)
    return { ...feed, data: feed.events }
  })
}

function copyIntoData<T extends object>(answer: T): T & { data: T } {
  return { ...answer, data: answer }
}

async function readEventFeed(db: Db, { lotIds }: Device, after: number) {
  const { rows, next } = await readGateEvents(db, { lotIds, after, limit: 500 })
  const events = rows.map((row) => ({
    id: row.id,
    kind: z.parse(contract.eventKind, row.kind),
    code: row.ticket_code,
    lot_id: row.lot_id,
    deadline: row.deadline_at === null ? null : isoIn(row.time_zone, row.deadline_at),
    at: isoIn(row.time_zone, row.at),
  }))
  return { events, next }
}
