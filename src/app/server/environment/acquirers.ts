import { refusedCielo } from './cieloInProduction.ts'
import { type PixConfig, pixOf, pixVariables } from './pix.ts'
import { refusedPix } from './pixInProduction.ts'

/** Values of `ACQUIRER`; the simulator simulates Cielo. */
export const cardAcquirers = ['simulator', 'cielo'] as const
export type CardAcquirer = (typeof cardAcquirers)[number]

export const refusedCards = {
  simulator: refusedCielo,
  cielo: refusedCielo,
} as const satisfies Readonly<Record<CardAcquirer, unknown>>

/** The variables of further acquirers; a new one is added to each of these four exports. */
export const besideVariables = { ...pixVariables }

export type Beside = { readonly pix: PixConfig }

export function besideOf(
  read: Parameters<typeof pixOf>[0],
  where: { production: boolean; dataDir: string },
): Beside {
  return { pix: pixOf(read, where) }
}

export function refusedBeside({ pix }: Beside, acquirer: string): string[] {
  return [...refusedPix(pix, acquirer)]
}
