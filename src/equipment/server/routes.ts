import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { registerEntry } from '../contract.ts'
import type { Device } from './device.ts'
import { registerEntrance } from './flow/registerEntrance.ts'

export function equipmentRoutes(
  app: FastifyInstance,
  deps: { db: Db; clock: Clock },
  device: Guard<{ device: Device }>,
): void {
  mount(app, registerEntry, device, async ({ body }, { device }) => {
    const entry = await registerEntrance(deps, device, body)
    return { ...entry, data: entry }
  })
}
