import type { Acquirer, OfferedMethod } from './acquirer.ts'
import type { Authenticator } from './authenticator.ts'
import { lookUp } from '#kit/text/lookUp.ts'

export type Acquirers = {
  readonly all: Readonly<Record<string, Acquirer>>
  readonly defaultName: string
  readonly authenticators?: Readonly<Record<string, Authenticator>>
}

/** Throws when the acquirer is no longer configured. */
export function acquirerByName({ all }: Pick<Acquirers, 'all'>, name: string): Acquirer {
  const acquirer = lookUp(all, name)
  if (!acquirer) throw new Error(`acquirer ${name} is not configured, and rows name it`)
  return acquirer
}

/** The default acquirer where it offers the method, else the first that does. Throws when none does. */
export function acquirerForMethod(
  { all, defaultName }: Pick<Acquirers, 'all' | 'defaultName'>,
  offer: OfferedMethod,
): Acquirer {
  const offering = [lookUp(all, defaultName), ...Object.values(all)].find((acquirer) =>
    acquirer?.offers.includes(offer),
  )
  if (!offering) throw new Error(`no configured acquirer offers ${offer}`)
  return offering
}

/** Null where the acquirer has none. */
export function authenticatorOf({ authenticators }: Pick<Acquirers, 'authenticators'>, name: string) {
  return (authenticators && lookUp(authenticators, name)) ?? null
}
