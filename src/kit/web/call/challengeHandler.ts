/** Answers a 403 that asks for a proof, so that the call can be repeated. */
export type ChallengeHandler = {
  /** The `code` of the 403 that it answers. */
  readonly code: string
  readonly prepare: () => void
  /** `data` is the 403's. Throws a `CallFailure`. */
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
