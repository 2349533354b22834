import type { Acquirer, Offered } from './acquirer.ts'
import type { Authenticator } from './authenticator.ts'
import { lookUp } from '#kit/text/lookUp.ts'

export type Acquirers = {
  readonly all: Readonly<Record<string, Acquirer>>
  readonly today: string
  /** The acquirer of jobs written before jobs named one. */
  readonly unnamed: string
  readonly authenticators?: Readonly<Record<string, Authenticator>>
}

/** Throws when the acquirer is no longer configured. */
export function acquirerNamed({ all }: Pick<Acquirers, 'all'>, name: string): Acquirer {
  const acquirer = lookUp(all, name)
  if (!acquirer) throw new Error(`acquirer ${name} is not configured, and rows name it`)
  return acquirer
}

/** Today's acquirer where it offers `offer`, else the first that does. Throws when none does. */
export function acquirerFor({ all, today }: Pick<Acquirers, 'all' | 'today'>, offer: Offered): Acquirer {
  const offering = [lookUp(all, today), ...Object.values(all)].find((acquirer) =>
    acquirer?.offers.includes(offer),
  )
  if (!offering) throw new Error(`no configured acquirer offers ${offer}`)
  return offering
}

/** Null where the acquirer has none. */
export function authenticatorOf({ authenticators }: Pick<Acquirers, 'authenticators'>, name: string) {
  return (authenticators && lookUp(authenticators, name)) ?? null
}
