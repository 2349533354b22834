import type { Child } from './child.ts'
import type { Purchase } from './purchase.ts'

/** A server that is measured, at a database of its own. */
export type Side = {
  name: 'portal' | 'bare' | 'plain' | 'embedded'
  pid: number
  /** Null where nobody but the server itself can ask it. */
  databaseUrl: string | null
  /** Waits until nothing is left to be done of what was asked; answers the server's processor time (ms) at that moment. */
  settle(): Promise<number>
  stop(): Promise<void>
}
/** A side of which tickets can be looked up. */
export type LookUpSide = Side & { lookUp(): Promise<unknown> }
/** A side at which tickets can be paid. */
export type PurchaseSide = Side & { begin(): Promise<Purchase>; purchase(): Promise<unknown> }

export function of(name: Side['name'], databaseUrl: string | null, { pid, stop }: Child) {
  return { name, pid, databaseUrl, stop }
}
