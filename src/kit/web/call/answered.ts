import { CallFailure, callTexts, retryText } from '../failure.ts'
import type { Answer } from './request.ts'

type Refusal = {
  message: string | null
  code: string | null
  errors: Record<string, string[]>
  data: unknown
  status: number
  requestId: string | null
}

export function readRefusal(answer: Answer): Refusal {
  const body: object = typeof answer.body === 'object' && answer.body !== null ? answer.body : {}
  return {
    message:
      'message' in body && typeof body.message === 'string' && body.message !== '' ? body.message : null,
    code: 'code' in body && typeof body.code === 'string' ? body.code : null,
    errors: 'errors' in body ? readErrors(body.errors) : {},
    data: 'data' in body ? body.data : undefined,
    status: 'status' in body && typeof body.status === 'number' ? body.status : answer.status,
    requestId: 'request_id' in body && typeof body.request_id === 'string' ? body.request_id : null,
  }
}

/** 2xx without `status: 400` in the body. */
export function succeeded(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300 && readRefusal(answer).status !== 400
}

/** The browser does not store the renewed cookie. */
const noCookies =
  'Permita cookies deste site no navegador e recarregue a página: sem eles não dá para continuar.'

export function failureOf(answer: Answer): CallFailure {
  const refusal = readRefusal(answer)
  const { retryAfterSeconds } = answer
  const status = answer.status >= 200 && answer.status < 300 ? refusal.status : answer.status
  const waits = (status === 429 || status === 503) && retryAfterSeconds !== null
  const text =
    (status === 419 ? noCookies : refusal.code === 'unauthenticated' ? callTexts.expired : refusal.message) ??
    (status === 503 ? callTexts.busy : callTexts.page)
  const fullText = waits ? `${withoutRetry(text)} ${retryText(retryAfterSeconds)}` : text
  const message = refusal.requestId === null ? fullText : `${fullText}\nCódigo do erro: ${refusal.requestId}`
  return new CallFailure({
    status,
    code: refusal.code ?? String(status),
    message,
    errors: refusal.errors,
    data: refusal.data,
    retryAfterSeconds,
  })
}

/** A full stop ends a sentence only before a space: '1.000'. */
const sentence = /.+?(?:\.(?=\s)|$)/gs

function withoutRetry(text: string): string {
  const kept = (text.match(sentence) ?? [])
    .map((each) => each.trim())
    .filter((each) => !/tente novamente|tente de novo|tente mais tarde/i.test(each))
    .join(' ')
  return kept === '' ? text : kept
}

function readErrors(value: unknown): Record<string, string[]> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, texts]) => {
      const list: unknown[] = Array.isArray(texts) ? texts : [texts]
      return [field, list.filter((text) => typeof text === 'string')]
    }),
  )
}
