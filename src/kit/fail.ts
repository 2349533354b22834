import type { commonTexts } from './failTexts.ts'

/** The names of refusals, by noun: each noun adds its own in `failures.ts`, beside their texts. */
export interface FailNames {
  kit: keyof typeof commonTexts
}

/** A refusal that some endpoint may answer with. Another name does not compile. */
export type FailName = FailNames[keyof FailNames]

export type FailDetail = {
  /** The fresh resource, for conflicts. */
  readonly data?: unknown
  /** Field -> texts, for 422. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** Seconds for Retry-After, for 429 and 503. */
  readonly retryAfterSeconds?: number
  /** Replaces the table's text where the text carries a value. */
  readonly message?: string
}

/** A business refusal. The endpoint's contract gives it an HTTP status, its noun a Portuguese text. */
export class Fail extends Error {
  readonly fail: FailName
  readonly detail: FailDetail
  constructor(name: FailName, detail: FailDetail = {}) {
    super(detail.message ?? name)
    this.name = 'Fail'
    this.fail = name
    this.detail = detail
  }
}

/**
 * `throw fail('price_changed', { data })`. Every endpoint whose flow may come here declares the name: one that does not
 * answers 500 (docs/decisions/0012-declared-refusals.md).
 */
export function fail(name: FailName, detail: FailDetail = {}): Fail {
  return new Fail(name, detail)
}

/** `throw invalid({ cpfcnpj: ['Digite um CPF válido.'] })`: a 422 whose message is the first text. */
export function invalid(errors: Readonly<Record<string, readonly string[]>>): Fail {
  const first = Object.values(errors)[0]?.[0]
  return new Fail('invalid', { errors, ...(first === undefined ? {} : { message: first }) })
}

/** Statuses of the failures that need no declaration, because `access` or the transport implies them. */
export const commonErrors = {
  unauthenticated: 401,
  api_token: 401,
  device_key: 401,
  forbidden: 403,
  second_factor: 403,
  human_required: 403,
  not_found: 404,
  csrf: 419,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<keyof typeof commonTexts, number>
