/** A check before some calls, such as the captcha. */
export type Door = {
  /** The code of the refusal (403) that requires it. */
  readonly code: string
  /** Starts early; idempotent. */
  readonly prepare: () => void
  /** Passes the check, given the refusal's data. Throws a `CallFailure`. */
  readonly pass: (data: unknown) => Promise<void>
}

let door: Door | null = null

export function registerDoor(set: Door): void {
  door = set
}

export function doorFor(code: string | null): Door | null {
  return door !== null && door.code === code ? door : null
}

export function prepareDoor(): void {
  door?.prepare()
}
