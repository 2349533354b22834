/** A check that some calls ask of whoever sends them, such as proof that a person is here. */
export type Gate = {
  /** The refusal (403) that says a call needs it. */
  readonly code: string
  /** Starts early, at the first touch of a form; quiet, and safe to call again. */
  readonly prepare: () => void
  /** Passes it, so that the call can be repeated. Throws a `CallFailure` when it cannot. */
  readonly pass: () => Promise<void>
}

let gate: Gate | null = null

/** Called once at start, before the first call. */
export function registerGate(set: Gate): void {
  gate = set
}

/** The gate that a refusal asks for; null when it asks for none that is known. */
export function gateFor(code: string | null): Gate | null {
  return gate !== null && gate.code === code ? gate : null
}

/** Starts whatever a form's calls will need, while the person still types. */
export function prepareGate(): void {
  gate?.prepare()
}
