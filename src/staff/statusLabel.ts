export type StatusLabel<Tone extends string = 'go' | 'sign' | 'warn' | 'stop' | 'soft'> = {
  readonly text: string
  readonly tone: Tone
}
