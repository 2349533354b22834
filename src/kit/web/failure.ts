type CallFailureCode =
  | 'offline'
  | 'aborted'
  | 'timeout'
  | 'undefined_response'
  | 'session_expired'
  | (string & {})

export class CallFailure extends Error {
  readonly status: number
  readonly code: CallFailureCode
  /** Field -> texts, for 422. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The current resource, for conflicts; unparsed. */
  readonly data: unknown
  readonly retryAfterSeconds: number | null

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
  undefinedResponse:
    'O objeto de resposta está indefinido ou nulo (undefined ou null). Este é um erro interno: comunique a administração.',
  offline:
    'Sem conexão com a internet. O que você digitou está guardado: tente de novo quando o sinal voltar.',
  aborted: 'A consulta foi interrompida. Tente novamente.',
  timeout: 'A resposta demorou demais. Tente novamente.',
  busy: 'Serviço indisponível no momento.',
  expired: 'Sessão expirada.',
} as const

/** 90 -> 'Tente novamente em 2 minutos.' */
export function retryText(seconds: number | null): string {
  if (seconds === null) return 'Tente novamente em instantes.'
  if (seconds < 60) return `Tente novamente em ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`
  const minutes = Math.ceil(seconds / 60)
  return `Tente novamente em ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}.`
}

export function toNetworkFailure(cause: unknown): CallFailure {
  const name = cause instanceof Error ? cause.name : ''
  const failed = (code: 'aborted' | 'timeout' | 'offline') =>
    new CallFailure({ code, message: callTexts[code], cause })
  if (name === 'AbortError') return failed('aborted')
  return failed(name === 'TimeoutError' ? 'timeout' : 'offline')
}
