import { randomUUID } from 'node:crypto'
import type { Answer } from '../client.ts'
import { requestKeepAlive } from '../wire/requestKeepAlive.ts'

/** A gate, cashier or sensor: sends its key, and a fresh Idempotency-Key unless it is given one. */
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
    return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers }
  }
  return {
    entry: (body: object, headers?: Record<string, string>) => send('POST', '/entries', body, headers),
    exit: (body: object, headers?: Record<string, string>) => send('POST', '/exits', body, headers),
    payment: (body: object, headers?: Record<string, string>) => send('POST', '/payments', body, headers),
    occupancy: (lot: number | string, body: object, headers?: Record<string, string>) =>
      send('PUT', `/lots/${lot}/occupancy`, body, headers),
    events: (after?: number | string) =>
      send('GET', after === undefined ? '/events' : `/events?after=${after}`),
  }
}
export type Gate = ReturnType<typeof gateClient>
