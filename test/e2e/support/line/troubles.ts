import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * What happens to a call on its way, as it happens to people:
 * - `late`: it waits on the line until that is mended;
 * - `lost`: the line is cut, and nobody ever hears of it;
 * - `busy`: a balancer finds no instance that takes it, and says when to come again;
 * - `crowded`: the portal itself has too many calls at once, and says to come again soon;
 * - `broken`: a balancer's instance has died on it;
 * - `empty`: the gate of a hotel's network answers in the portal's place, and says nothing.
 */
export type Trouble = 'late' | 'lost' | keyof typeof answers

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

type Waiting = { trouble: Trouble; path: RegExp; left: number; mended: Promise<void>; mend(): void }

/** Whatever is wrong on one line, or at one server. */
export class Troubles {
  #list: Waiting[] = []

  /** The next `times` calls whose address is like this meet it, each one where that is not said. Answers how to mend it. */
  bring(trouble: Trouble, path: RegExp, times = Infinity): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const mend = () => {
      this.#list = this.#list.filter((other) => other !== waiting)
      resolve()
    }
    const waiting = { trouble, path, left: times, mended: promise, mend }
    this.#list.push(waiting)
    return mend
  }

  /** Nothing is wrong any more. */
  mendAll(): void {
    for (const { mend } of this.#list) mend()
  }

  /** Whether the call goes on to the server; what does not has had its end. */
  async letsPass({ url = '' }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const met = this.#list.find(({ path, left }) => left > 0 && path.test(url))
    if (!met) return true
    met.left -= 1
    if (met.trouble === 'lost') {
      response.destroy()
      return false
    }
    if (met.trouble === 'late') {
      await met.mended
      return !response.destroyed
    }
    const { status, headers, body } = answers[met.trouble]
    response.writeHead(status, headers).end(body)
    return false
  }
}
