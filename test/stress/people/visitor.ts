import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at, PortalClient } from '#test/support/client.ts'
import { type Gate, gateClient } from '#test/support/garage/gate.ts'
import { freshAddress } from '#test/support/people.ts'
import type { Dice } from '../../fuzz/dice.ts'
import type { Pulse } from '../pulse.ts'
import type { Scene } from '../scene.ts'
import type { Story } from '../story.ts'

/**
 * What everybody in a run shares. `paid`: tokens of payments whose driver was told so; `late`: who pays a code long after its
 * end.
 */
export type World = {
  scene: Scene
  story: Story
  paid: string[]
  late: (() => Promise<void>)[]
  pulse: Pulse
}

/** What an answer says, for the story: its status, and the name of a refusal. */
export function inShort({ status, body }: Answer): string {
  const code = at(body, 'code')
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

/** Longer than any call may take. */
const patienceMs = 20_000

/** Nobody answered: the instance died, or none runs. */
const unanswered: Answer = { status: 0, body: null, headers: new Headers() }

/**
 * A browser at an address of its own before a balancer: each call goes to one of the instances that run. What only reads
 * is asked again.
 */
export class Visitor extends PortalClient {
  readonly #world: World
  readonly #dice: Dice
  constructor(world: World, dice: Dice) {
    super(
      world.scene.first,
      freshAddress((count) => dice.below(count)),
    )
    this.#world = world
    this.#dice = dice
  }

  override async send(...call: Parameters<PortalClient['send']>): Promise<Answer> {
    const [method, path] = call
    for (let tries = 1; ; tries += 1) {
      const url = this.#world.scene.one(this.#dice)
      const answer =
        url === null
          ? unanswered
          : await judged(this.#world, `${method} ${path}`, () => {
              this.url = url
              return super.send(...call)
            })
      if (answer.status !== 0 || method !== 'GET' || tries > 20) return answer
      await wait(250)
    }
  }
}

/** A gate or machine: its calls carry a key, so that it repeats them until they are answered. */
export async function atGate(
  world: World,
  dice: Dice,
  call: (gate: Gate, headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const headers = { 'idempotency-key': `stress-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}` }
  for (let tries = 1; ; tries += 1) {
    const url = world.scene.one(dice)
    const answer =
      url === null
        ? unanswered
        : await judged(world, 'the gate', () => call(gateClient(url, world.scene.demo.device_key), headers))
    if ((answer.status !== 0 && answer.status !== 503) || tries > 40) return answer
    await wait(250)
  }
}

async function judged(
  { story, pulse }: Pick<World, 'story' | 'pulse'>,
  what: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now()
  let status = 0
  try {
    const answer = await call()
    status = answer.status
    const named = what.replaceAll(/[0-9a-f]{32}|\d{13}/g, '...')
    story.note('calls')
    if (answer.status >= 500) story.note(`calls: answered ${answer.status}, ${named}`)
    if (answer.status === 500) story.violate('a call was answered 500', { named, body: answer.body })
    return answer
  } catch (error) {
    story.note(`calls: not answered, ${causeOf(error)}`)
    return unanswered
  } finally {
    const ms = performance.now() - started
    if (ms > patienceMs) {
      const doingNothingMs = pulse.slowestSince(started)
      const seen = { doingNothingMs, ...pulse.stoodSince(started) }
      story.violate('a call took longer than 20 s', { what, ms, status, ...seen })
    }
  }
}

/** Why a call got no answer: the code of the connection that broke. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = at(cause, 'code')
  return typeof code === 'string' ? code : String(error)
}
