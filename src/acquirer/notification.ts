import type { SaleNews } from './saleEvents.ts'

/** What came to one of the addresses that acquirers notify. */
export type Notification = {
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  /** The part of the address that only the acquirer knows; null where the address has none. */
  readonly secret: string | null
}

/** The references of the sales that changed, each once; none where it is authentic and about nothing of ours. */
export type Notified = { readonly references: readonly string[]; readonly news?: SaleNews | undefined }
