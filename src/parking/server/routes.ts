import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { parkingStats } from '../contract.ts'
import { readStats } from './flow/readStats.ts'

export function parkingRoutes(app: FastifyInstance, deps: { db: Db }, portal: Guard<unknown>): void {
  mount(app, parkingStats, portal, async () => ({ data: await readStats(deps.db) }))
}
