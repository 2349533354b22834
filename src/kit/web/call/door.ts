export type Door = {
  /** Of the refusal (403). */
  readonly code: string
  readonly prepare: () => void
  /** Given the refusal's data. Throws a `CallFailure`. */
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
