import * as z from 'zod/mini'

const entryFields = {
  /** `email` and `phone` may be empty (Pix). */
  account: z.optional(
    z.object({ name: z.string(), email: z.string(), phone: z.string(), taxId: z.string() }),
  ),
  passwordHash: z.optional(z.string()),
  address: z.optional(
    z.object({
      postalcode: z.string(),
      street: z.string(),
      streetNumber: z.string(),
      complement: z.string(),
      neighborhood: z.string(),
      cityId: z.number(),
    }),
  ),
}

/** Input for one ticket: no card data, a password only as its argon2 hash. */
export const guestEntry = z.object(entryFields)
export type GuestEntry = z.output<typeof guestEntry>

/** By ticket code, '' for none (docs/spec.md#r25). `at` is in seconds. */
const storedGuestData = z.object({
  tickets: z.optional(z.record(z.string(), z.object({ ...entryFields, at: z.optional(z.number()) }))),
})

export const noTicketCode = ''

export type GuestEntries = ReadonlyMap<string, GuestEntry & { at?: number | undefined }>

/** False for malformed data. */
export function isGuestDataReadable(data: unknown): boolean {
  return storedGuestData.safeParse(data).success
}

/** Oldest first; none where the data cannot be read. */
export function parseGuestEntries(data: unknown): GuestEntries {
  const { tickets = {} } = storedGuestData.safeParse(data).data ?? {}
  return new Map(Object.entries(tickets).sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0)))
}

/** Input for this ticket alone. */
export function ticketEntry(entries: GuestEntries, code: string | null): GuestEntry {
  return entries.get(code ?? noTicketCode) ?? {}
}

/** Input for this ticket, else input without a ticket. */
export function payerEntry(entries: GuestEntries, code: string): GuestEntry {
  const [own, general] = [ticketEntry(entries, code), ticketEntry(entries, null)]
  return { account: own.account ?? general.account, address: own.address ?? general.address }
}

/** The latest input, of any ticket. */
export function latestEntry(entries: GuestEntries): GuestEntry {
  const latestFirst = [...entries.values()].reverse()
  return {
    account: latestFirst.find(({ account }) => account)?.account,
    address: latestFirst.find(({ address }) => address)?.address,
  }
}

/** The payer's entry, else the latest, which is a `draft`. */
export function draftEntry(entries: GuestEntries, code: string | null) {
  const own = code === null ? {} : payerEntry(entries, code)
  const { account, address } = latestEntry(entries)
  const draft = code === null ? {} : { draft: true }
  return {
    account: own.account ?? (account && { ...account, ...draft }),
    address: own.address ?? (address && { ...address, ...draft }),
  }
}
