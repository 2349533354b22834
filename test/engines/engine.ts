type Point = { x: number; y: number }
type Size = { width: number; height: number }

/** What this run needs of a browser: the least that any of them can do, so that everything else is said once. */
export type Engine = {
  readonly name: string
  /** Follows an address, as the address bar would. */
  open(url: string): Promise<void>
  /** What an expression, or what it promises, is worth in the page, as JSON carries it. */
  ask(expression: string): Promise<unknown>
  /** Runs a script in the page, whose policy forbids it to evaluate text itself. */
  load(script: string): Promise<void>
  tap(at: Point): Promise<void>
  /** Into what has the focus, key by key. */
  type(text: string): Promise<void>
  resize(size: Size): Promise<void>
  addCookie(name: string, value: string): Promise<void>
  /** What the console complained of since it was last asked. */
  complaints(): string[]
  close(): Promise<void>
}
