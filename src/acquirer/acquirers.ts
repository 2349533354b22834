import type { Acquirer, Offered } from './acquirer.ts'
import type { Authenticator } from './authenticator.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** Every acquirer that we have money, cards or questions at. */
export type Acquirers = {
  /** By name, as attempts, saved cards and notifications carry it. */
  readonly all: Readonly<Record<string, Acquirer>>
  /** The name of the one that new attempts go to, where it offers what they are paid with. */
  readonly today: string
  /** The name that is meant by jobs that were written before they named one. */
  readonly unnamed: string
  /** By the name of the acquirer whose sales they come before; an acquirer without one asks the cardholder by itself, or nobody. */
  readonly authenticators?: Readonly<Record<string, Authenticator>>
}

/** The acquirer of this name. Throws when it is not configured any more: its money can be asked about nowhere else. */
export function acquirerNamed({ all }: Pick<Acquirers, 'all'>, name: string): Acquirer {
  const acquirer = lookUp(all, name)
  if (!acquirer) throw new Error(`acquirer ${name} is not configured, and rows name it`)
  return acquirer
}

/**
 * The acquirer that a new sale goes to: today's where it offers this, else the first that does. Throws when none does: what
 * nobody offers is not offered to the driver either.
 */
export function acquirerFor({ all, today }: Pick<Acquirers, 'all' | 'today'>, wanted: Offered): Acquirer {
  const offering = [lookUp(all, today), ...Object.values(all)].find((acquirer) =>
    acquirer?.offers.includes(wanted),
  )
  if (!offering) throw new Error(`no configured acquirer offers ${wanted}`)
  return offering
}

/** Who authenticates cardholders before the sales of this acquirer; null where nobody does. */
export function authenticatorOf(
  { authenticators }: Pick<Acquirers, 'authenticators'>,
  name: string,
): Authenticator | null {
  return (authenticators && lookUp(authenticators, name)) ?? null
}
