import { CallFailure, callTexts, retryText } from '../failure.ts'
import { valueIn } from '../../text/lookUp.ts'
import type { Answer } from './request.ts'

export function readRefusal({ body, status }: Answer) {
  const textIn = (name: string) => {
    const text = valueIn(body, name)
    return typeof text === 'string' && text !== '' ? text : null
  }
  const named = valueIn(body, 'status')
  return {
    message: textIn('message'),
    code: textIn('code'),
    errors: readErrors(valueIn(body, 'errors')),
    data: valueIn(body, 'data'),
    status: typeof named === 'number' ? named : status,
    requestId: textIn('request_id'),
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
