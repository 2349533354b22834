import type { FastifyInstance } from 'fastify'
import type { Guard } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { auditRoutes } from './auditRoutes.ts'
import type { RegisterDeps } from './deps.ts'
import { deviceRoutes } from './deviceRoutes.ts'
import { lotRoutes } from './lotRoutes.ts'
import { tariffRoutes } from './tariffRoutes.ts'
import { userRoutes } from './userRoutes.ts'

/** What the operator registers: car parks, tariffs, devices, people; and the trail of every change. */
export function registerRoutes(app: FastifyInstance, deps: RegisterDeps, portal: Guard<PortalCaller>): void {
  lotRoutes(app, deps, portal)
  tariffRoutes(app, deps, portal)
  deviceRoutes(app, deps, portal)
  userRoutes(app, deps, portal)
  auditRoutes(app, deps, portal)
}
