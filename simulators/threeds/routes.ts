import { readJson } from '../pix/api/readJson.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { humanMoney } from '#kit/money.ts'
import type { Fault } from '../cielo/faults.ts'
import { choicePage, challengeDonePage, notFoundPage } from '../cielo/bank/bankPages.ts'
import { maskCardNumber } from '../cielo/sale/makeSale.ts'
import type { SimulatorContext } from '../cielo/context.ts'
import { scenarioOf, type Result, failureResults, successResult } from './results.ts'
import { mpiScript, type ScriptSetup } from './script.ts'
import { openTokens, type ThreeDsClient } from './tokens.ts'

const choice = z.enum(['authenticated', 'refused', 'abandoned'])
const enrolment = z.object({
  ReferenceId: z.string(),
  TotalAmount: z.string().check(z.regex(/^\d{1,11}$/)),
  CardNumber: z.string().check(z.regex(/^\d{13,19}$/)),
  NotifyOnly: z.boolean(),
})
const byId = z.object({ id: z.string() })
const reference = z.object({ ReferenceId: z.string() })

/** A running challenge. */
type Session = { number: string; amount: number; result: Result | null }

/** The 3DS service: token, script, its calls, and the bank's challenge. Data is in memory only. */
export function threeDsRoutes(
  app: FastifyInstance,
  context: SimulatorContext,
  known: ThreeDsClient | null,
): void {
  const tokens = openTokens(known)
  const sessions = new Map<string, Session>()
  app.post('/v2/auth/token', (request, reply) =>
    context.faults.take('three_ds') === 'three_ds_down'
      ? reply.code(503).send('')
      : tokens.issue(request, reply),
  )
  app.get('/Scripts/BP.Mpi.3ds21.min.js', (request, reply) => {
    const fault = context.faults.take('script')
    reply.header('cache-control', 'no-store')
    if (fault === 'three_ds_moved') return reply.redirect(otherOrigin(context) + request.url)
    return reply.type('text/javascript; charset=utf-8').send(mpiScript(scriptOf(context, fault)))
  })
  app.options('/v2/3ds/*', (_request, reply) => withCors(reply).code(204).send())
  app.post('/v2/3ds/init', (request, reply) => {
    withCors(reply)
    if (!tokens.begin(request)) return reply.code(409).send('')
    const ReferenceId = randomUUID()
    sessions.set(ReferenceId, { number: '', amount: 0, result: null })
    return { ReferenceId }
  })
  app.post('/v2/3ds/enroll', (request, reply) => {
    withCors(reply)
    const asked = enrolment.safeParse(readJson(request.body))
    const session = asked.success ? sessions.get(asked.data.ReferenceId) : undefined
    if (!asked.success || !session) return reply.code(400).send([{ Code: '101', Message: 'Invalid request' }])
    const { ReferenceId, CardNumber: number, TotalAmount, NotifyOnly } = asked.data
    Object.assign(session, { number, amount: Number(TotalAmount) })
    const result = NotifyOnly ? dataOnly(ReferenceId, number) : resultWithoutChallenge(ReferenceId, number)
    if (result === null) return { Challenge: `/3ds/challenge/${ReferenceId}` }
    session.result = result
    return result
  })
  app.post('/v2/3ds/validate', (request, reply) => {
    withCors(reply)
    const asked = reference.safeParse(readJson(request.body))
    const result = asked.success ? sessions.get(asked.data.ReferenceId)?.result : undefined
    return result ?? failureResults.error
  })
  challengeRoutes(app, sessions)
}

/** The service under another origin, which the shop's policy may not include. */
function otherOrigin(context: SimulatorContext): string {
  return context.urls().url.replace('127.0.0.1', 'localhost')
}

function scriptOf(context: SimulatorContext, fault: Fault | null): ScriptSetup {
  const isMute = fault === 'three_ds_mute'
  const base = isMute || fault === 'three_ds_elsewhere' ? otherOrigin(context) : context.urls().url
  return { base, isMute }
}

/** The first choice counts. */
function challengeRoutes(app: FastifyInstance, sessions: ReadonlyMap<string, Session>): void {
  app.get('/3ds/challenge/:id', (request, reply) => {
    const session = sessions.get(byId.parse(request.params).id)
    if (!session || session.result) return html(reply, 404, notFoundPage())
    const amount = `R$ ${humanMoney(session.amount)}`
    return html(reply, 200, choicePage({ amount, card: `final ${maskCardNumber(session.number).slice(-4)}` }))
  })
  app.post('/3ds/challenge/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    const session = sessions.get(id)
    if (!session) return html(reply, 404, notFoundPage())
    const chosen = choice.safeParse(new URLSearchParams(String(request.body)).get('choice'))
    if (!chosen.success) return html(reply, 400, notFoundPage())
    session.result ??= resultOfChoice(id, session.number, chosen.data)
    return html(reply, 200, challengeDonePage(id))
  })
}

/** Null when the cardholder is challenged. */
function resultWithoutChallenge(referenceId: string, number: string): Result | null {
  const course = scenarioOf(number)
  if (course === 'challenge' || course === 'challenge_failed') return null
  if (course === 'frictionless') return successResult('authenticated', evidenceOf(referenceId, number))
  if (course === 'attempted') return successResult('attempted', evidenceOf(referenceId, number))
  return course === 'frictionless_failed' ? failureResults.refused : failureResults[course]
}

/** The issuer is notified only. */
function dataOnly(referenceId: string, number: string): Result {
  return scenarioOf(number) === 'unsupported'
    ? failureResults.unsupported
    : successResult('data_only', evidenceOf(referenceId, number))
}

function resultOfChoice(referenceId: string, number: string, chosen: z.infer<typeof choice>): Result {
  if (chosen !== 'authenticated') return failureResults[chosen]
  return scenarioOf(number) === 'challenge_failed'
    ? failureResults.refused
    : successResult('authenticated', evidenceOf(referenceId, number))
}

function evidenceOf(referenceId: string, number: string) {
  return { number, referenceId, xid: Buffer.from(referenceId.slice(0, 20)).toString('base64') }
}

/** The script runs in the shop's page, on another origin. */
function withCors(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('cache-control', 'no-store')
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}
