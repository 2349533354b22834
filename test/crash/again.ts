import { PortalClient } from '#test/support/client.ts'

/** The same browser, after the portal has come back on another port. */
export function again(client: PortalClient, { url }: { url: string }): PortalClient {
  const restarted = new PortalClient(url)
  for (const [name, value] of client.cookies) restarted.cookies.set(name, value)
  return restarted
}
