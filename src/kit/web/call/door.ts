/** A check that some calls ask of whoever sends them, such as proof that a person is here. */
export type Door = {
  /** The refusal (403) that says a call needs it. */
  readonly code: string
  /** Starts early, at the first touch of a form; quiet, and safe to call again. */
  readonly prepare: () => void
  /** Passes it, so that the call can be repeated; told what the refusal carries. Throws a `CallFailure` when it cannot. */
  readonly pass: (data: unknown) => Promise<void>
}

let door: Door | null = null

/** Called once at start, before the first call. */
export function registerDoor(set: Door): void {
  door = set
}

/** The door that a refusal asks for; null when it asks for none that is known. */
export function doorFor(code: string | null): Door | null {
  return door !== null && door.code === code ? door : null
}

/** Starts whatever a form's calls will need, while the person still types. */
export function prepareDoor(): void {
  door?.prepare()
}
