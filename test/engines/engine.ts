type Point = { x: number; y: number }
type Size = { width: number; height: number }

/** What these tests need of a browser: the least that each engine supports. */
export type Engine = {
  readonly name: string
  /** Opens an address, as the address bar does. */
  open(url: string): Promise<void>
  /** Evaluates an expression or its promise in the page, as JSON. */
  ask(expression: string): Promise<unknown>
  /** Runs a script in the page, whose policy forbids `eval`. */
  load(script: string): Promise<void>
  tap(at: Point): Promise<void>
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>
  resize(size: Size): Promise<void>
  addCookie(name: string, value: string): Promise<void>
  /** The console's messages since the last call. */
  complaints(): string[]
  close(): Promise<void>
}
