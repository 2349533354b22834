import * as z from 'zod/mini'
import { createStore, useStore } from '../state/store.ts'
import { failureOf, succeeded } from './answered.ts'
import { CallFailure } from './failure.ts'
import { forgeryCookie, request } from './request.ts'
import type { Answer } from './request.ts'

/** `off`: not asked for, or already proven. */
export type HumanState = 'off' | 'needed' | 'working' | 'failed'

const state = createStore<HumanState>('off')
const challengeReply = z.object({
  data: z.nullable(
    z.looseObject({
      parameters: z.looseObject({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
        expiresAt: z.optional(z.number()),
      }),
      signature: z.optional(z.string()),
    }),
  ),
})

/** `code` is null when the server asks for no proof. */
type Solved = { code: string | null; goodUntil: number }
let working: Promise<Solved> | null = null

/** The app says whether the captcha setting is on and this session still unproven. */
export function expectHumanCheck(needed: boolean): void {
  if (needed && state.get() === 'off') state.set('needed')
  if (!needed) state.set('off')
}

/** Where the check stands, for the line beside a form's button. */
export function useHumanState(): HumanState {
  return useStore(state, 'off')
}

/** Starts the work early, at the first touch of a form. Quiet: a failure shows when the call needs it. */
export function prepareHuman(): void {
  if (state.get() === 'needed') solved().catch(() => undefined)
}

/** Proves to the server that a person is here. Throws a `CallFailure` when it cannot. */
export async function proveHuman(): Promise<void> {
  try {
    let answer = await submit(await solved())
    if (answer?.status === 422) answer = await submit(await solved())
    if (answer && !succeeded(answer)) throw failureOf(answer)
    state.set('off')
  } catch (failure) {
    state.set('failed')
    throw failure
  }
}

async function submit(proof: Solved): Promise<Answer | null> {
  working = null
  if (proof.code === null) return null
  if (forgeryCookie() === '') await request({ method: 'GET', url: '/sanctum/csrf-cookie' })
  return request({ method: 'POST', url: '/api/session/humanCheck', body: { code: proof.code } })
}

async function solved(): Promise<Solved> {
  state.set('working')
  working ??= work()
  try {
    const proof = await working
    if (proof.goodUntil > Date.now()) return proof
    working = work()
    return await working
  } catch (failure) {
    working = null
    state.set('failed')
    throw failure
  }
}

async function work(): Promise<Solved> {
  const answer = await request({ method: 'GET', url: '/api/session/humanChallenge' })
  if (!succeeded(answer)) throw failureOf(answer)
  const { data } = z.parse(challengeReply, answer.body)
  if (data === null) return { code: null, goodUntil: Number.POSITIVE_INFINITY }
  const { solve } = await import('./solve.ts')
  const code = await solve(data)
  if (code === null) throw new CallFailure({ code: 'timeout', message: unproven })
  const expires = data.parameters.expiresAt
  return { code, goodUntil: expires === undefined ? Number.POSITIVE_INFINITY : expires * 1000 - 10_000 }
}

const unproven = 'Não foi possível confirmar a verificação de segurança. Tente novamente.'
