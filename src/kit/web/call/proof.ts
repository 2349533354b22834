import * as z from 'zod/mini'
import { failureOf, succeeded } from './answered.ts'
import { CallFailure } from './failure.ts'
import { humanState } from './human.ts'
import { forgeryCookie, request } from './request.ts'
import type { Answer } from './request.ts'

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
type Proof = { code: string | null; goodUntil: number }
let working: Promise<Proof> | null = null
let proving: Promise<void> | null = null
const unproven = 'Não foi possível confirmar a verificação de segurança. Tente novamente.'

/** Proves to the server that a person is here, once for all calls that wait. Throws a `CallFailure` when it cannot. */
export function proveHuman(): Promise<void> {
  proving ??= prove().finally(() => (proving = null))
  return proving
}

async function prove(): Promise<void> {
  try {
    let answer = await handIn(await workOut())
    if (answer?.status === 422) answer = await handIn(await workOut())
    if (answer && !succeeded(answer)) throw failureOf(answer)
    humanState.set('off')
  } catch (failure) {
    humanState.set('failed')
    throw failure
  }
}

/** A proof is good once. */
async function handIn(proof: Proof): Promise<Answer | null> {
  working = null
  if (proof.code === null) return null
  if (forgeryCookie() === '') await request({ method: 'GET', url: '/sanctum/csrf-cookie' })
  return request({ method: 'POST', url: '/api/session/humanCheck', body: { code: proof.code } })
}

/** Works a challenge out, or answers the one that is already worked out and still good. */
export async function workOut(): Promise<Proof> {
  humanState.set('working')
  working ??= work()
  try {
    let proof = await working
    if (proof.goodUntil <= Date.now()) {
      working = work()
      proof = await working
    }
    humanState.set('ready')
    return proof
  } catch (failure) {
    working = null
    humanState.set('failed')
    throw failure
  }
}

async function work(): Promise<Proof> {
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
