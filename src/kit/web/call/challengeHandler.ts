export type ChallengeHandler = {
  /** Of the refusal (403). */
  readonly code: string
  readonly prepare: () => void
  /** Given the refusal's data. Throws a `CallFailure`. */
  readonly solve: (data: unknown) => Promise<void>
}

let handler: ChallengeHandler | null = null

export function registerChallengeHandler(set: ChallengeHandler): void {
  handler = set
}

export function findChallengeHandler(code: string | null): ChallengeHandler | null {
  return handler !== null && handler.code === code ? handler : null
}

export function prepareChallengeHandler(): void {
  handler?.prepare()
}
