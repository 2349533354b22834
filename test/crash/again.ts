import type { PortalClient } from '#test/support/client.ts'

/** The same browser, after the portal has come back on another port. */
export function again(client: PortalClient, restarted: PortalClient): PortalClient {
  for (const [name, value] of client.cookies) restarted.cookies.set(name, value)
  return restarted
}
