import type { Child } from './child.ts'

/** One of the servers that are compared, at a database of its own. */
export type Side = {
  name: 'portal' | 'bare' | 'embedded'
  pid: number
  /** Null where nobody but the server itself can ask it. */
  databaseUrl: string | null
  lookUp(): Promise<unknown>
  purchase(): Promise<unknown>
  /** Waits until nothing is left to be done of what was asked; answers the server's processor time (ms) at that moment. */
  settle(): Promise<number>
  stop(): Promise<void>
}

export function of(name: Side['name'], databaseUrl: string | null, { pid, stop }: Child) {
  return { name, pid, databaseUrl, stop }
}
