import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

/** Throws for an answer other than a success. */
async function read<T extends z.ZodMiniType>(response: Response, schema: T): Promise<z.output<T>> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return z.parse(schema, text === '' ? {} : JSON.parse(text))
}

/** The calls of one garage, with its device key. */
export function equipmentClient(url: string, key: string) {
  const send = async <T extends z.ZodMiniType>(method: string, path: string, body: object, schema: T) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const response = await fetch(`${url}/equipment/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return read(response, schema)
  }
  const entered = z.object({ code: z.string(), reservation: z.optional(z.object({ plate: z.string() })) })
  const left = z.object({ open: z.boolean(), reason: z.string(), due: z.optional(z.number()) })
  return {
    enter: (body: object) => send('POST', '/entries', body, entered),
    leave: (body: object) => send('POST', '/exits', body, left),
    pay: (body: object) => send('POST', '/payments', body, z.object({ paid: z.boolean() })),
    count: (lotId: number, body: object) => send('PUT', `/lots/${lotId}/occupancy`, body, z.object({})),
  }
}
export type EquipmentClient = ReturnType<typeof equipmentClient>

/** A client with cookies and the anti-forgery header (docs/spec.md#anti-forgery). */
export function browserClient(url: string) {
  const cookies = new Map<string, string>()
  const send = async <T extends z.ZodMiniType>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: T,
    body?: object,
  ): Promise<z.output<T>> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-requested-with': 'XMLHttpRequest',
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return read(response, schema)
  }
  return {
    get: <T extends z.ZodMiniType>(path: string, schema: T) => send('GET', path, schema),
    remove: (path: string) => send('DELETE', path, z.object({})),
    post: <T extends z.ZodMiniType>(path: string, body: object, schema: T) =>
      send('POST', path, schema, body),
  }
}
export type BrowserClient = ReturnType<typeof browserClient>
