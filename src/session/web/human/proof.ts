import * as z from 'zod/mini'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute, go } from '#kit/web/route/routes.ts'
import { failureOf, succeeded } from '#kit/web/call/answered.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { currentCaptcha, humanState } from './human.ts'
import { humanChallenge } from '../../contract.ts'
import { forgeryCookie, request, type Answer } from '#kit/web/call/request.ts'

/** `code` is null when the server requires no proof. */
type Proof = { code: string | null; goodUntil: number }
let working: Promise<Proof> | null = null
let proving: Promise<void> | null = null
const required = 'Precisamos confirmar que você não é um robô.'
const unproven = 'Não foi possível confirmar a verificação de segurança. Tente novamente.'

/** Once for all waiting calls. Throws `CallFailure`. */
export function proveHuman(asked?: unknown): Promise<void> {
  const { success } = hard.safeParse(asked)
  // A grade 2 proof serves one call, and a grade 1 proof does not replace it.
  if (success) return proveHarder()
  proving ??= prove().finally(() => (proving = null))
  return proving
}

const harder = '?grade=2'
const hard = z.object({ grade: z.literal(2) })

async function proveHarder(): Promise<void> {
  working = work(harder)
  await prove(harder)
}

async function prove(query = ''): Promise<void> {
  try {
    let answer = await handIn(await workOut(query))
    if (answer?.status === 422) answer = await handIn(await workOut(query))
    if (answer && !succeeded(answer)) throw failureOf(answer)
    humanState.set('off')
  } catch (failure) {
    humanState.set('failed')
    if (failure instanceof CallFailure && failure.code !== 'offline') askOnItsScreen()
    throw failure
  }
}

const checking: readonly string[] = ['recaptcha', 'login', 'login.recover_email']

function askOnItsScreen(): void {
  const here = findRoute(hashLocation.get())
  if (!checking.includes(here.name)) go('recaptcha', { query: { to: JSON.stringify(here) } })
}

/** Valid for two minutes. */
export function giveProof(code: string): void {
  working = Promise.resolve({ code, goodUntil: serverTime() + 110_000 })
  humanState.set('ready')
}

export async function takeProof(): Promise<string | null> {
  if (humanState.get() !== 'ready') return null
  const { code } = await workOut()
  working = null
  return code
}

export function startAgain(): void {
  if (currentCaptcha().kind === 'off') return
  working = null
  humanState.set('needed')
}

async function handIn(proof: Proof): Promise<Answer | null> {
  working = null
  if (proof.code === null) return null
  if (forgeryCookie() === '') await request({ method: 'GET', url: '/sanctum/csrf-cookie' })
  return request({ method: 'POST', url: '/api/session/humanCheck', body: { code: proof.code } })
}

export async function workOut(query = ''): Promise<Proof> {
  humanState.set('working')
  working ??= work(query)
  try {
    let proof = await working
    if (proof.goodUntil <= serverTime()) {
      working = work(query)
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

async function work(query = ''): Promise<Proof> {
  if (currentCaptcha().kind === 'recaptcha')
    throw new CallFailure({ status: 403, code: 'human_required', message: required })
  const answer = await request({ method: 'GET', url: `/api/session/humanChallenge${query}` })
  if (!succeeded(answer)) throw failureOf(answer)
  const { data } = z.parse(humanChallenge.reply, answer.body)
  if (data === null) return { code: null, goodUntil: Number.POSITIVE_INFINITY }
  const { solve } = await import('./solve.ts')
  const code = await solve(data)
  if (code === null) throw new CallFailure({ code: 'timeout', message: unproven })
  const until = data.parameters.data?.['good_until']
  return { code, goodUntil: typeof until === 'number' ? until - 10_000 : Number.POSITIVE_INFINITY }
}
