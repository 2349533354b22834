import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { parkingStats } from '../contract.ts'
import { readStats, type Selling } from './flow/readStats.ts'

type Deps = Selling & { db: Db; clock: Clock }

export function parkingRoutes(app: FastifyInstance, deps: Deps, portal: Guard<unknown>): void {
  mount(app, parkingStats, portal, async () => ({ data: await readStats(deps.db, deps, deps.clock.now()) }))
}
