import * as z from 'zod/mini'

const entry = {
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
const guestData = z.object(entry)
export type GuestData = z.output<typeof guestData>

/** By ticket code, '' for none (docs/spec.md#r25). `at` is in seconds. */
const typedData = z.object({
  tickets: z.optional(z.record(z.string(), z.object({ ...entry, at: z.optional(z.number()) }))),
})

export const withoutCode = ''

export type TypedEntries = ReadonlyMap<string, GuestData & { at?: number | undefined }>

/** Whether the stored data can be read. */
export function isTypedData(data: unknown): boolean {
  return typedData.safeParse(data).success
}

/** Oldest first; none where the data cannot be read. */
export function typedEntries(data: unknown): TypedEntries {
  const { tickets = {} } = typedData.safeParse(data).data ?? {}
  return new Map(Object.entries(tickets).sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0)))
}

/** What was typed for this ticket alone. */
export function ownEntry(entries: TypedEntries, code: string | null): GuestData {
  return entries.get(code ?? withoutCode) ?? {}
}

/** The ticket's own input, else input without a code. */
export function payersEntry(entries: TypedEntries, code: string): GuestData {
  const [own, general] = [ownEntry(entries, code), ownEntry(entries, null)]
  return { account: own.account ?? general.account, address: own.address ?? general.address }
}

/** The latest input, of any ticket. */
export function latestEntry(entries: TypedEntries): GuestData {
  const latestFirst = [...entries.values()].reverse()
  return {
    account: latestFirst.find(({ account }) => account)?.account,
    address: latestFirst.find(({ address }) => address)?.address,
  }
}

/** The payer's entry, else the latest, which is a `draft`. */
export function draftEntry(entries: TypedEntries, code: string | null) {
  const own = code === null ? {} : payersEntry(entries, code)
  const { account, address } = latestEntry(entries)
  const draft = code === null ? {} : { draft: true }
  return {
    account: own.account ?? (account && { ...account, ...draft }),
    address: own.address ?? (address && { ...address, ...draft }),
  }
}
