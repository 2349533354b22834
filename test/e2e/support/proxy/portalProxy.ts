import { startHttpProxy } from '#test/support/wire/httpProxy.ts'
import { portalUrl } from '../portal.ts'
import { Faults } from './faults.ts'

/** A proxy between browser and portal, over real sockets, with faults. */
type FaultProxy = { readonly url: string; readonly faults: Faults }

let opened: Promise<FaultProxy> | undefined

/** The proxy of this worker's portal. Cookies are shared with the portal's address, other storage is not. */
export function portalProxy(): Promise<FaultProxy> {
  return (opened ??= startFaultProxy(portalUrl()))
}

/** The proxy, if a test of this worker has used it. */
export async function proxyInUse(): Promise<FaultProxy | undefined> {
  return opened
}

export async function startFaultProxy(to: string): Promise<FaultProxy> {
  const faults = new Faults()
  const { url, server } = await startHttpProxy(to, (...call) => faults.passes(...call))
  // The worker may end without closing it.
  server.unref()
  return { url, faults }
}
