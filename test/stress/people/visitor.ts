import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at, PortalClient } from '#test/support/client.ts'
import { type Gate, gateClient } from '#test/support/garage/gate.ts'
import { freshAddress } from '#test/support/people.ts'
import type { Random } from '../../fuzz/random.ts'
import type { LatencyProbe } from '../latencyProbe.ts'
import type { Environment } from '../environment.ts'
import type { RunLog } from '../runLog.ts'

/** What all drivers share. `paid`: tokens of payments that are shown as paid; `late`: payments of expired codes. */
export type Run = {
  environment: Environment
  runLog: RunLog
  paid: string[]
  late: (() => Promise<void>)[]
  latencyProbe: LatencyProbe
}

/** Status and refusal of an answer. */
export function summarise({ status, body }: Answer): string {
  const code = at(body, 'code')
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

/** Longer than any call may take. */
const limitMs = 20_000

/** The instance was killed, or none runs. */
const noAnswer: Answer = { status: 0, body: null, headers: new Headers() }

/** A browser with an IP address of its own: each call goes to a running instance. GET is repeated. */
export class Visitor extends PortalClient {
  readonly #run: Run
  readonly #random: Random
  constructor(run: Run, random: Random) {
    super(
      run.environment.first,
      freshAddress((count) => random.below(count)),
    )
    this.#run = run
    this.#random = random
  }

  override async send(...call: Parameters<PortalClient['send']>): Promise<Answer> {
    const [method, path] = call
    for (let tries = 1; ; tries += 1) {
      const url = this.#run.environment.anyInstance(this.#random)
      const answer =
        url === null
          ? noAnswer
          : await recorded(this.#run, `${method} ${path}`, () => {
              this.url = url
              return super.send(...call)
            })
      if (answer.status !== 0 || method !== 'GET' || tries > 20) return answer
      await wait(250)
    }
  }
}

/** A call of a gate or machine: its idempotency key lets it repeat until it is answered. */
export async function callGate(
  run: Run,
  random: Random,
  call: (gate: Gate, headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const headers = { 'idempotency-key': `stress-${random.below(2 ** 31)}-${random.below(2 ** 31)}` }
  for (let tries = 1; ; tries += 1) {
    const url = run.environment.anyInstance(random)
    const answer =
      url === null
        ? noAnswer
        : await recorded(run, 'a gate', () => call(gateClient(url, run.environment.demo.device_key), headers))
    if ((answer.status !== 0 && answer.status !== 503) || tries > 40) return answer
    await wait(250)
  }
}

async function recorded(
  { runLog, latencyProbe }: Pick<Run, 'runLog' | 'latencyProbe'>,
  what: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now()
  let status = 0
  try {
    const answer = await call()
    status = answer.status
    const named = what.replaceAll(/[0-9a-f]{32}|\d{13}/g, '...')
    runLog.count('calls')
    if (answer.status >= 500) runLog.count(`calls: answered ${answer.status}, ${named}`)
    if (answer.status === 500) runLog.violation('a call was answered 500', { named, body: answer.body })
    return answer
  } catch (error) {
    runLog.count(`calls: not answered, ${causeOf(error)}`)
    return noAnswer
  } finally {
    const ms = performance.now() - started
    if (ms > limitMs) {
      const healthzMs = latencyProbe.slowestSince(started)
      const seen = { healthzMs, ...latencyProbe.transactionsSince(started) }
      runLog.violation('a call took longer than 20 s', { what, ms, status, ...seen })
    }
  }
}

/** The error code of a call without an answer. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = at(cause, 'code')
  return typeof code === 'string' ? code : String(error)
}
