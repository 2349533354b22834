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

/** Registers the door before the first call. */
export function registerDoor(set: Door): void {
  door = set
}

export function doorFor(code: string | null): Door | null {
  return door !== null && door.code === code ? door : null
}

/** Prepares the door when a form gets the focus. */
export function prepareDoor(): void {
  door?.prepare()
}
