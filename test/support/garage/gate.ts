import { randomUUID } from 'node:crypto'
import { type Answer, textAt } from '../client.ts'
import { requestKeepAlive } from '../wire/requestKeepAlive.ts'

/** A gate, cashier or sensor: sends its key, and by default a new Idempotency-Key. */
export function gateClient(url: string, deviceKey: string) {
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await requestKeepAlive(`${url}/equipment/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${deviceKey}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
        ...headers,
      },
      body: body && JSON.stringify(body),
    })
    const read: unknown = answer.text === '' ? undefined : JSON.parse(answer.text)
    return { status: answer.status, body: read, headers: answer.headers }
  }
  return {
    send,
    entry: (body: object, headers?: Record<string, string>) => send('POST', '/entries', body, headers),
    exit: (body: object, headers?: Record<string, string>) => send('POST', '/exits', body, headers),
    payment: (body: object, headers?: Record<string, string>) => send('POST', '/payments', body, headers),
    occupancy: (lot: number | string, body: object, headers?: Record<string, string>) =>
      send('PUT', `/lots/${lot}/occupancy`, body, headers),
    heartbeat: () => send('POST', '/heartbeat'),
    events: (after?: number | string) =>
      send('GET', after === undefined ? '/events' : `/events?after=${after}`),
  }
}
export type Gate = ReturnType<typeof gateClient>

/** A gate of the demo of the portal at this address. */
export async function demoGate(url: string): Promise<Gate> {
  const demo: unknown = await (await fetch(`${url}/dev/demo`)).json()
  return gateClient(url, textAt(demo, 'device_key'))
}

/** A car enters lot 1 of the demo so many minutes ago; answers its ticket's code. */
export async function enterCar(url: string, minutes = 130): Promise<string> {
  const entered_at = new Date(Date.now() - minutes * 60_000).toISOString()
  return textAt((await (await demoGate(url)).entry({ lot_id: 1, gate: 'E1', entered_at })).body, 'code')
}
