import { randomUUID } from 'node:crypto'
import { at, type Answer, type PortalClient } from '../client.ts'
import { must } from '../flow.ts'

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

/** Opens the person's till in a lot with this cash, in reais; answers its id. */
export async function openTill(client: PortalClient, float = 100, lotId = 1): Promise<number> {
  const opened = must(await client.post('/api/staff/tills', { lot_id: lotId, float }))
  return Number(at(opened.body, 'data.id'))
}

/** Takes an amount in reais, in cash unless another method is given. */
export function take(
  client: PortalClient,
  code: string,
  body: { value: number; method?: string; received?: number },
  key: string = randomUUID(),
): Promise<Answer> {
  return client.post(`/api/staff/tickets/${code}/take`, { method: 'cash', ...body }, withKey(key))
}

export function undoTake(client: PortalClient, takeId: number, reason = 'Forma errada'): Promise<Answer> {
  return client.post(`/api/staff/till_takes/${takeId}/undo`, { reason })
}

export function moveTill(
  client: PortalClient,
  tillId: number,
  body: { kind: string; value: number; reason?: string },
  key: string = randomUUID(),
): Promise<Answer> {
  const path = `/api/staff/tills/${tillId}/movements`
  return client.post(path, { reason: 'Rotina do turno', ...body }, withKey(key))
}

export function closeTill(
  client: PortalClient,
  tillId: number,
  counted: number,
  reason?: string,
): Promise<Answer> {
  return client.post(`/api/staff/tills/${tillId}/close`, { counted, ...(reason !== undefined && { reason }) })
}

/** The page of a till. */
export async function tillOf(client: PortalClient, tillId: number): Promise<unknown> {
  return at(must(await client.get(`/api/staff/tills/${tillId}/edit`)).body, 'data')
}

/** The take's id. */
export function takeIdOf({ body }: Answer): number {
  return Number(at(body, 'data.id'))
}
