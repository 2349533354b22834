import type { SaleNews } from './saleEvents.ts'

export type Notification = {
  /** Names in lower case, as in Node. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  /** The secret part of the address, or null. */
  readonly secret: string | null
}

/** `references`: the changed sales, without repeats; empty for an authentic notification about other things. */
export type Notified = { readonly references: readonly string[]; readonly news?: SaleNews | undefined }
