import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { data, endpoint } from '../../endpoint.ts'
import { call } from './call.ts'
import { registerChallengeHandler } from './challengeHandler.ts'
import { CallFailure, failureText } from '../failure.ts'
import { retryText } from './responseFailure.ts'

const pay = endpoint('POST', '/api/pm_transaction/:token/pay', 'bearer', {
  summary: 'Test.',
  params: z.object({ token: z.string() }),
  body: z.object({ amount: z.number() }),
  reply: data(z.object({ ok: z.boolean() })),
})
const parts = { params: { token: 'a/b' }, body: { amount: 12 } }

type Canned = { status?: number; body?: unknown; headers?: Record<string, string>; cookie?: string }
const page = {
  cookie: '',
  querySelector: (selector: string) => ({ getAttribute: () => `meta of ${selector}` }),
}
let sent: Array<{ url: string; init: RequestInit }> = []

/** Answers the next calls in order; the last one repeats. */
function serverAnswers(...answers: Canned[]): void {
  let n = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const answer = answers[Math.min(n++, answers.length - 1)] ?? {}
    if (answer.cookie !== undefined) page.cookie = answer.cookie
    const text = answer.body === undefined ? null : JSON.stringify(answer.body)
    return new Response(text, {
      status: answer.status ?? 200,
      headers: { ...answer.headers, 'Content-Type': 'application/json' },
    })
  })
}

async function failure(promise: Promise<unknown>): Promise<CallFailure> {
  const caught: unknown = await promise.catch((error: unknown) => error)
  if (!(caught instanceof CallFailure)) throw new Error('expected a CallFailure')
  return caught
}

beforeEach(() => {
  sent = []
  page.cookie = 'XSRF-TOKEN=abc%3D'
  vi.stubGlobal('document', page)
})
afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  it('sends the headers and returns the parsed reply', async () => {
    serverAnswers({ body: { data: { ok: true } } })
    await expect(call(pay, parts)).resolves.toEqual({ data: { ok: true } })
    const headers = new Headers(sent[0]?.init.headers)
    expect(sent[0]?.url).toBe('/api/pm_transaction/a%2Fb/pay')
    expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest')
    expect(headers.get('X-XSRF-TOKEN')).toBe('abc=')
    expect(headers.get('X-CSRF-TOKEN')).toContain('csrf-token')
    expect(headers.get('X-API-Token')).toContain('api-token')
  })

  it('logs a page without anti-forgery token once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal('document', {
      ...page,
      querySelector: (selector: string) =>
        selector.includes('csrf') ? null : { getAttribute: () => 'present' },
    })
    serverAnswers({ body: { data: { ok: true } } })
    await expect(call(pay, parts)).resolves.toEqual({ data: { ok: true } })
    expect(warned.mock.calls).toEqual([['The page has no csrf-token.']])
    warned.mockRestore()
  })

  it('fetches a missing anti-forgery cookie first', async () => {
    page.cookie = ''
    serverAnswers({ status: 204, cookie: 'XSRF-TOKEN=new' }, { body: { data: { ok: true } } })
    await call(pay, parts)
    expect(sent.map((one) => one.url)).toEqual(['/sanctum/csrf-cookie', '/api/pm_transaction/a%2Fb/pay'])
  })

  it('renews the cookie after a 419 and repeats once only', async () => {
    serverAnswers(
      { status: 419 },
      { status: 204 },
      { status: 419, body: { message: 'CSRF token mismatch.' } },
    )
    expect((await failure(call(pay, parts))).status).toBe(419)
    expect(sent).toHaveLength(3)
  })

  describe('a challenge (403)', () => {
    const refused = (data?: object) => ({ status: 403, body: { code: 'human_required', data } })
    const through = { body: { data: { ok: true } } }
    let passed: unknown[] = []
    beforeEach(() => {
      passed = []
      registerChallengeHandler({
        code: 'human_required',
        prepare: () => undefined,
        solve: async (data) => void passed.push(data),
      })
    })

    it('is passed again if the second refusal asks for more, once only', async () => {
      serverAnswers(refused(), refused({ grade: 2 }), through)
      await expect(call(pay, parts)).resolves.toEqual({ data: { ok: true } })
      expect(passed).toEqual([undefined, { grade: 2 }])
      passed = []
      serverAnswers(refused(), refused({ grade: 2 }))
      expect((await failure(call(pay, parts))).code).toBe('human_required')
      expect(passed).toEqual([undefined, { grade: 2 }])
    })

    it('is passed once if the second refusal asks for the same', async () => {
      serverAnswers(refused({ grade: 2 }))
      expect((await failure(call(pay, parts))).code).toBe('human_required')
      serverAnswers(refused())
      expect((await failure(call(pay, parts))).code).toBe('human_required')
      expect(passed).toEqual([{ grade: 2 }, undefined])
    })
  })

  it('keeps the server’s text, fields and resource', async () => {
    serverAnswers({
      status: 422,
      body: { message: 'Primeiro.', errors: { cpfcnpj: ['Digite um CPF válido.'] }, data: { x: 1 } },
    })
    const refused = await failure(call(pay, parts))
    expect(refused).toMatchObject({
      status: 422,
      message: 'Primeiro.',
      errors: { cpfcnpj: ['Digite um CPF válido.'] },
      data: { x: 1 },
    })
  })

  it('has the time of Retry-After', async () => {
    serverAnswers({
      status: 429,
      headers: { 'Retry-After': '90' },
      body: { message: 'Muitas tentativas. Aguarde um pouco e tente novamente.' },
    })
    expect((await failure(call(pay, parts))).message).toBe('Muitas tentativas. Tente novamente em 2 minutos.')
    expect(retryText(1)).toBe('Tente novamente em 1 segundo.')
  })

  it.each([
    ['Banco ocupado. Nada foi cobrado. Tente de novo.', 'Banco ocupado. Nada foi cobrado.'],
    [
      'Acima de R$ 1.000,00 só no caixa. Tente mais tarde. Obrigado',
      'Acima de R$ 1.000,00 só no caixa. Obrigado',
    ],
    ['Aguarde.\nTente novamente em instantes.', 'Aguarde.'],
    ['Tente novamente.', 'Tente novamente.'],
  ])('%s: keeps every sentence but the vague one', async (message, kept) => {
    serverAnswers({ status: 503, headers: { 'Retry-After': '1' }, body: { message } })
    const failed = await failure(call(pay, parts))
    expect(failed.message).toBe(`${kept} Tente novamente em 1 segundo.`)
  })

  it('treats a body status of 400 as a failure, whatever the HTTP status', async () => {
    serverAnswers({ body: { status: 400, message: 'Sessão expirada.' } })
    expect(await failure(call(pay, parts))).toMatchObject({ status: 400, message: 'Sessão expirada.' })
  })

  it('shows the request id of an unexpected error and no details', async () => {
    const message = 'Erro na página, tente recarregar seu navegador.'
    const body = { message, code: 'internal', status: 500, request_id: '5f2ab0', stack: 'at pay.ts:1' }
    serverAnswers({ status: 500, body })
    const unforeseen = await failure(call(pay, parts))
    expect(failureText(unforeseen)).toBe(`${message}\nCódigo do erro: 5f2ab0`)
    expect(JSON.stringify(unforeseen)).not.toContain('pay.ts')
  })

  it('has texts for an error page, an empty answer and no answer', async () => {
    serverAnswers({ status: 500 })
    expect((await failure(call(pay, parts))).message).toBe('Erro na página, tente recarregar seu navegador.')
    serverAnswers({ status: 200 })
    expect(await failure(call(pay, parts))).toMatchObject({ code: 'undefined_response' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure(call(pay, parts))).toMatchObject({
      code: 'offline',
      status: 0,
      message: expect.stringMatching(/^Sem conexão.*o sinal voltar\.$/),
    })
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stop', 'AbortError')))
    expect(await failure(call(pay, parts))).toMatchObject({
      code: 'aborted',
      message: 'A consulta foi interrompida. Tente novamente.',
    })
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect(await failure(call(pay, parts))).toMatchObject({
      code: 'timeout',
      message: 'A resposta demorou demais. Tente novamente.',
    })
  })
})
