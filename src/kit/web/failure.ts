import { fetchBriefly } from './time/serverClock.ts'

type CallFailureCode =
  | 'offline'
  | 'aborted'
  | 'timeout'
  | 'undefined_response'
  | 'session_expired'
  | (string & {})

/** Its fields are only declared: what initialises them in the oldest browsers is 0.3 KB of the first load. */
export class CallFailure extends Error {
  declare readonly status: number
  declare readonly code: CallFailureCode
  /** Field -> texts, for 422. */
  declare readonly errors: Readonly<Record<string, readonly string[]>>
  /** The current resource, for conflicts; unparsed. */
  declare readonly data: unknown
  declare readonly retryAfterSeconds: number | null

  constructor({
    status = 0,
    code,
    message,
    errors = {},
    data,
    retryAfterSeconds = null,
    cause,
  }: CallFailureDetail) {
    super(message, { cause })
    this.name = 'CallFailure'
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type CallFailureDetail = Pick<CallFailure, 'code' | 'message'> &
  Partial<Pick<CallFailure, 'status' | 'errors' | 'data' | 'retryAfterSeconds' | 'cause'>>

/** Without repeats (docs/spec.md#call-errors). */
export function failureText({ message, errors }: CallFailure): string {
  return joinErrorTexts(message, Object.values(errors).flat())
}

/** For `catch`: throws any error but a `CallFailure`. */
export function ignoreCallFailure(failure: unknown): void {
  if (!(failure instanceof CallFailure)) throw failure
}

export function joinErrorTexts(message: string, texts: readonly string[]): string {
  return [...new Set([message, ...texts])].join('\n')
}

export const callTexts = {
  page: 'Erro na página, tente recarregar seu navegador.',
  offline:
    'Sem conexão com a internet. O que você digitou está guardado: tente de novo quando o sinal voltar.',
  aborted: 'A consulta foi interrompida. Tente novamente.',
  timeout: 'A resposta demorou demais. Tente novamente.',
} as const

/** A script or style sheet of a screen that does not arrive; each engine, and Vite, says it in words of its own. */
export function isFileLost(cause: unknown): cause is Error {
  return cause instanceof Error && /import.*module|preload CSS/i.test(cause.message)
}

/**
 * Of whatever is thrown beside a request. Only a file that the network lost is told as a missing connection; an error
 * of our own is raised once more, unhandled, for whoever reports them (docs/spec.md#r49).
 */
export async function toPageFailure(cause: unknown): Promise<CallFailure> {
  if (cause instanceof CallFailure) return cause
  if (isFileLost(cause)) {
    const answer = await fetchBriefly(/http\S+/.exec(cause.message)?.[0] ?? '/healthz').catch(() => null)
    if (answer?.ok !== false) return toNetworkFailure(cause)
  }
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever was thrown
  void Promise.reject(cause)
  return new CallFailure({ code: 'page', status: 500, message: callTexts.page, cause })
}

export function toNetworkFailure(cause: unknown): CallFailure {
  const name = cause instanceof Error ? cause.name : ''
  const failed = (code: 'aborted' | 'timeout' | 'offline') =>
    new CallFailure({ code, message: callTexts[code], cause })
  if (name === 'AbortError') return failed('aborted')
  return failed(name === 'TimeoutError' ? 'timeout' : 'offline')
}
