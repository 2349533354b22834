import * as z from 'zod/mini'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute, go } from '#kit/web/route/routes.ts'
import { toCallFailure, isSuccess } from '#kit/web/call/responseFailure.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { currentCaptcha, humanState } from './humanState.ts'
import { humanChallenge } from '../../contract.ts'
import { readCsrfCookie, sendRequest, type ApiResponse } from '#kit/web/call/request/request.ts'

type Proof = { code: string | null; goodUntil: number }
let pendingProof: Promise<Proof> | null = null
let pendingCheck: Promise<void> | null = null
const proofRequiredText = 'Precisamos confirmar que você não é um robô.'
const unprovenText = 'Não foi possível confirmar a verificação de segurança. Tente novamente.'

/** Proves once for all waiting calls. Throws `CallFailure`. */
export function proveHuman(refusalData?: unknown): Promise<void> {
  const { success } = gradeTwoRequest.safeParse(refusalData)
  // A grade 2 proof serves one call, and a grade 1 proof does not replace it.
  if (success) return proveGradeTwo()
  pendingCheck ??= prove().finally(() => (pendingCheck = null))
  return pendingCheck
}

const gradeTwoQuery = '?grade=2'
const gradeTwoRequest = z.object({ grade: z.literal(2) })

async function proveGradeTwo(): Promise<void> {
  pendingProof = createProof(gradeTwoQuery)
  await prove(gradeTwoQuery)
}

async function prove(query = ''): Promise<void> {
  try {
    let answer = await submitProof(await obtainProof(query))
    if (answer?.status === 422) answer = await submitProof(await obtainProof(query))
    if (answer && !isSuccess(answer)) throw toCallFailure(answer)
    humanState.set('off')
  } catch (failure) {
    humanState.set('failed')
    if (failure instanceof CallFailure && failure.code !== 'offline') goToCheckScreen()
    throw failure
  }
}

const screensWithCheck: readonly string[] = ['recaptcha', 'login', 'login.recover_email']

function goToCheckScreen(): void {
  const here = findRoute(hashLocation.get())
  if (!screensWithCheck.includes(here.name)) go('recaptcha', { query: { to: JSON.stringify(here) } })
}

/** Keeps Google's code, which is valid for two minutes. */
export function setProof(code: string): void {
  pendingProof = Promise.resolve({ code, goodUntil: serverTime() + 110_000 })
  humanState.set('ready')
}

export async function takeProof(): Promise<string | null> {
  if (humanState.get() !== 'ready') return null
  const { code } = await obtainProof()
  pendingProof = null
  return code
}

export function resetProof(): void {
  if (currentCaptcha().kind === 'off') return
  pendingProof = null
  humanState.set('needed')
}

async function submitProof(proof: Proof): Promise<ApiResponse | null> {
  pendingProof = null
  if (proof.code === null) return null
  if (readCsrfCookie() === '') await sendRequest({ method: 'GET', url: '/sanctum/csrf-cookie' })
  return sendRequest({ method: 'POST', url: '/api/session/humanCheck', body: { code: proof.code } })
}

export async function obtainProof(query = ''): Promise<Proof> {
  humanState.set('working')
  pendingProof ??= createProof(query)
  try {
    let proof = await pendingProof
    if (proof.goodUntil <= serverTime()) {
      pendingProof = createProof(query)
      proof = await pendingProof
    }
    humanState.set('ready')
    return proof
  } catch (failure) {
    pendingProof = null
    humanState.set('failed')
    throw failure
  }
}

async function createProof(query = ''): Promise<Proof> {
  if (currentCaptcha().kind === 'recaptcha')
    throw new CallFailure({ status: 403, code: 'human_required', message: proofRequiredText })
  const answer = await sendRequest({ method: 'GET', url: `/api/session/humanChallenge${query}` })
  if (!isSuccess(answer)) throw toCallFailure(answer)
  const { data } = z.parse(humanChallenge.reply, answer.body)
  if (data === null) return { code: null, goodUntil: Number.POSITIVE_INFINITY }
  const { solveAltcha } = await import('./solveAltcha.ts')
  const code = await solveAltcha(data)
  if (code === null) throw new CallFailure({ code: 'timeout', message: unprovenText })
  const until = data.parameters.data?.['good_until']
  return { code, goodUntil: typeof until === 'number' ? until - 10_000 : Number.POSITIVE_INFINITY }
}
