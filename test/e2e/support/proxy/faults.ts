import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Faults of a call:
 * - `late`: waits until the fault is cleared;
 * - `lost`: the connection is cut;
 * - `busy`: a balancer without an instance, with Retry-After;
 * - `crowded`: the portal has too many calls at once, with a short Retry-After;
 * - `broken`: a balancer whose instance ended during the call;
 * - `empty`: a captive portal's empty answer.
 */
export type FaultName = 'late' | 'lost' | keyof typeof answers

const html = { 'content-type': 'text/html' }
const page = (title: string) => `<html><head><title>${title}</title></head><body>${title}</body></html>`
const answers = {
  busy: { status: 503, headers: { ...html, 'retry-after': '30' }, body: page('Service Unavailable') },
  crowded: {
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '2' },
    body: JSON.stringify({
      message: 'Serviço indisponível no momento. Tente novamente em instantes.',
      code: 'unavailable',
      status: 503,
    }),
  },
  broken: { status: 502, headers: html, body: page('Bad Gateway') },
  empty: { status: 200, headers: {}, body: '' },
} as const

type Injected = { name: FaultName; path: RegExp; left: number; cleared: Promise<void>; clear(): void }

/** The faults of one proxy, or of one server. */
export class Faults {
  #list: Injected[] = []

  /** Applies to the next `times` calls to matching addresses, by default to all. Answers what clears the fault. */
  inject(name: FaultName, path: RegExp, times = Infinity): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const clear = () => {
      this.#list = this.#list.filter((other) => other !== injected)
      resolve()
    }
    const injected = { name, path, left: times, cleared: promise, clear }
    this.#list.push(injected)
    return clear
  }

  clearAll(): void {
    for (const { clear } of this.#list) clear()
  }

  /** Whether the call goes on to the server; other calls are answered or cut here. */
  async passes({ url = '' }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const fault = this.#list.find(({ path, left }) => left > 0 && path.test(url))
    if (!fault) return true
    fault.left -= 1
    if (fault.name === 'lost') {
      response.destroy()
      return false
    }
    if (fault.name === 'late') {
      await fault.cleared
      return !response.destroyed
    }
    const { status, headers, body } = answers[fault.name]
    response.writeHead(status, headers).end(body)
    return false
  }
}
