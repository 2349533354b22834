import type { Child } from './child.ts'
import type { Purchase } from './purchase.ts'

/** A measured server with a database of its own. */
export type Side = {
  name: 'portal' | 'bare' | 'embedded'
  pid: number
  /** Null where only the server itself can query it. */
  databaseUrl: string | null
  /** Waits until every job is done; answers the server's processor time (ms) at that moment. */
  settle(): Promise<number>
  stop(): Promise<void>
}
/** A side with look-ups of tickets. */
export type LookUpSide = Side & { lookUp(): Promise<unknown> }
/** A side with payments of tickets. */
export type PurchaseSide = Side & { begin(): Promise<Purchase>; purchase(): Promise<unknown> }

export function of(name: Side['name'], databaseUrl: string | null, { pid, stop }: Child) {
  return { name, pid, databaseUrl, stop }
}
