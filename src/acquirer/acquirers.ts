import type { Acquirer, Offered } from './acquirer.ts'
import type { Authenticator } from './authenticator.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** The configured acquirers. */
export type Acquirers = {
  /** By name, as attempts, saved cards and notifications store it. */
  readonly all: Readonly<Record<string, Acquirer>>
  /** The default acquirer of new attempts. */
  readonly today: string
  /** The acquirer of jobs written before jobs named one. */
  readonly unnamed: string
  /** By acquirer name; none where the acquirer authenticates by itself or not at all. */
  readonly authenticators?: Readonly<Record<string, Authenticator>>
}

/** Throws when the acquirer is no longer configured: no other one can answer for its sales. */
export function acquirerNamed({ all }: Pick<Acquirers, 'all'>, name: string): Acquirer {
  const acquirer = lookUp(all, name)
  if (!acquirer) throw new Error(`acquirer ${name} is not configured, and rows name it`)
  return acquirer
}

/**
 * The acquirer of a new sale: today's where it offers `wanted`, else the first that does. Throws when none
 * does.
 */
export function acquirerFor({ all, today }: Pick<Acquirers, 'all' | 'today'>, wanted: Offered): Acquirer {
  const offering = [lookUp(all, today), ...Object.values(all)].find((acquirer) =>
    acquirer?.offers.includes(wanted),
  )
  if (!offering) throw new Error(`no configured acquirer offers ${wanted}`)
  return offering
}

/** The authenticator before this acquirer's sales, or null. */
export function authenticatorOf(
  { authenticators }: Pick<Acquirers, 'authenticators'>,
  name: string,
): Authenticator | null {
  return (authenticators && lookUp(authenticators, name)) ?? null
}
