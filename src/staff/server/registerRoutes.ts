import type { FastifyInstance } from 'fastify'
import type { Guard } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { auditRoutes } from './audit/routes.ts'
import type { RegisterDeps } from './registerDeps.ts'
import { deviceRoutes } from '#equipment/server/desk/routes.ts'
import { lotRoutes } from '#parking/server/desk/routes.ts'
import { tariffRoutes } from '#ticket/server/desk/tariffRoutes.ts'
import { userRoutes } from '#account/server/desk/routes.ts'

/** What the operator registers: car parks, tariffs, devices, people; and the trail of every change. */
export function registerRoutes(app: FastifyInstance, deps: RegisterDeps, portal: Guard<PortalCaller>): void {
  lotRoutes(app, deps, portal)
  tariffRoutes(app, deps, portal)
  deviceRoutes(app, deps, portal)
  userRoutes(app, deps, portal)
  auditRoutes(app, deps, portal)
}
