import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, PortalClient } from '../client.ts'

type Call = Parameters<PortalClient['send']>

/** What a client does with answers: when it gives up, its pause before the next try, and who counts the answers. */
type Retries = {
  until: number
  pauseMs: number
  record(path: string, answer: Answer, ms: number): void
}

/** A browser that repeats each call until it succeeds; status 0 is no answer. */
export class RetryingClient extends PortalClient {
  readonly #retries: Retries
  constructor(url: string, address: string | null, retries: Retries) {
    super(url, address)
    this.#retries = retries
  }

  async sendOnce(...call: Call): Promise<Answer> {
    const from = performance.now()
    const answer = await super.send(...call).catch(() => ({ status: 0, body: '', headers: new Headers() }))
    this.#retries.record(call[1], answer, performance.now() - from)
    return answer
  }

  override async send(...call: Call): Promise<Answer> {
    for (;;) {
      const answer = await this.sendOnce(...call)
      if (answer.status >= 200 && answer.status < 300) return answer
      if (performance.now() > this.#retries.until) throw new Error(`answered ${answer.status}`)
      // The cookies are of a session whose first answer was lost.
      if (answer.status === 419) await this.sendOnce('GET', '/sanctum/csrf-cookie', {})
      await wait(this.#retries.pauseMs)
    }
  }
}
