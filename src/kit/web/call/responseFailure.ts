import { CallFailure, callTexts } from '../failure.ts'
import { readProperty } from '../../text/lookUp.ts'
import type { ApiResponse } from './request/request.ts'

export function readErrorBody({ body, status }: ApiResponse) {
  const textIn = (name: string) => {
    const text = readProperty(body, name)
    return typeof text === 'string' && text !== '' ? text : null
  }
  const bodyStatus = readProperty(body, 'status')
  return {
    message: textIn('message'),
    code: textIn('code'),
    errors: readErrors(readProperty(body, 'errors')),
    data: readProperty(body, 'data'),
    status: typeof bodyStatus === 'number' ? bodyStatus : status,
    requestId: textIn('request_id'),
  }
}

/** A 2xx answer may say `status: 400` in its body. */
export function isSuccess(answer: ApiResponse): boolean {
  return answer.status >= 200 && answer.status < 300 && readErrorBody(answer).status !== 400
}

export const undefinedResponseText =
  'O objeto de resposta está indefinido ou nulo (undefined ou null). Este é um erro interno: comunique a administração.'
const expiredText = 'Sessão expirada.'
const busyText = 'Serviço indisponível no momento.'

/** Shown for a second 419: the browser does not store the renewed cookie. */
const cookiesBlockedText =
  'Permita cookies deste site no navegador e recarregue a página: sem eles não dá para continuar.'

export function toCallFailure(answer: ApiResponse): CallFailure {
  const refusal = readErrorBody(answer)
  const { retryAfterSeconds } = answer
  const status = answer.status >= 200 && answer.status < 300 ? refusal.status : answer.status
  const waits = (status === 429 || status === 503) && retryAfterSeconds !== null
  const text =
    (status === 419
      ? cookiesBlockedText
      : refusal.code === 'unauthenticated'
        ? expiredText
        : refusal.message) ?? (status === 503 ? busyText : callTexts.page)
  const fullText = waits ? `${withoutRetryAdvice(text)} ${retryText(retryAfterSeconds)}` : text
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
const sentencePattern = /.+?(?:\.(?=\s)|$)/gs

function withoutRetryAdvice(text: string): string {
  const kept = (text.match(sentencePattern) ?? [])
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

/** 90 -> 'Tente novamente em 2 minutos.' */
export function retryText(seconds: number | null): string {
  if (seconds === null) return 'Tente novamente em instantes.'
  if (seconds < 60) return `Tente novamente em ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`
  const minutes = Math.ceil(seconds / 60)
  return `Tente novamente em ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}.`
}
