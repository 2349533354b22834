import type { commonTexts } from './failTexts.ts'

/** Names of refusals; each noun adds its own in `failures.ts`. */
export interface FailNames {
  kit: keyof typeof commonTexts
}

export type FailName = FailNames[keyof FailNames]

type FailDetail = {
  /** The current resource, for conflicts. */
  readonly data?: unknown
  /** Field -> texts, for 422. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly retryAfterSeconds?: number
  readonly message?: string
}

/** A refusal by name. Its HTTP status is in the contract, its text in `failures.ts`. */
export class Fail extends Error {
  readonly failName: FailName
  readonly detail: FailDetail
  constructor(name: FailName, detail: FailDetail = {}) {
    super(detail.message ?? name)
    this.name = 'Fail'
    this.failName = name
    this.detail = detail
  }
}

/** An endpoint that does not declare the name answers 500 (docs/decisions/0012-declared-refusals.md). */
export function fail(name: FailName, detail: FailDetail = {}): Fail {
  return new Fail(name, detail)
}

/** A 422 whose message is the first text. */
export function invalid(errors: Readonly<Record<string, readonly string[]>>): Fail {
  const first = Object.values(errors)[0]?.[0]
  return new Fail('invalid', { errors, ...(first === undefined ? {} : { message: first }) })
}

export const commonErrors = {
  unauthenticated: 401,
  api_token: 401,
  device_key: 401,
  forbidden: 403,
  second_factor: 403,
  staff_password: 403,
  human_required: 403,
  not_found: 404,
  csrf: 419,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<keyof typeof commonTexts, number>
