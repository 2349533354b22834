import { inject } from 'vitest'
import type { SharedPortal } from './portalSetup.ts'

/** The portal of the worker that runs this file. Vitest numbers its workers from 1. */
export function sharedPortal(): SharedPortal {
  const portal = inject('portals')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!portal) throw new Error(`worker ${process.env['VITEST_POOL_ID']} has no portal`)
  return portal
}

/** Its address. */
export const portalUrl = (): string => sharedPortal().url
