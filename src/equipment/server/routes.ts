import type { FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import * as contract from '../contract.ts'
import type { EquipmentDeps } from './deps.ts'
import type { Device } from './device.ts'
import { bookMachinePayment } from './flow/bookMachinePayment.ts'
import { countSpaces } from './flow/countSpaces.ts'
import { answerExit } from './flow/answerExit.ts'
import { readFeed } from './flow/readFeed.ts'
import { registerEntrance } from './flow/registerEntrance.ts'

export function equipmentRoutes(
  app: FastifyInstance,
  deps: EquipmentDeps,
  guard: Guard<{ device: Device }>,
): void {
  mount(app, contract.registerEntry, guard, async ({ body }, { device }) =>
    both(await registerEntrance(deps, device, body)),
  )
  mount(app, contract.registerExit, guard, async ({ body }, { device }) => {
    const exit = await answerExit(deps, device, body)
    return both(exit)
  })
  mount(app, contract.registerPayment, guard, async ({ body }, { device }) =>
    both(await bookMachinePayment(deps, device, body)),
  )
  mount(app, contract.reportOccupancy, guard, async ({ params, body }, { device }) =>
    both(await countSpaces(deps, device, params.id, body)),
  )
  mount(app, contract.readEvents, guard, async ({ query }, { device }) => {
    const feed = await readFeed(deps.db, device, query.after)
    return { ...feed, data: feed.events }
  })
}

function both<T extends object>(answer: T): T & { data: T } {
  return { ...answer, data: answer }
}
