import { refusedCielo } from './cieloInProduction.ts'
import { type PixConfig, pixOf, pixVariables } from './pix.ts'
import { refusedPix } from './pixInProduction.ts'

/** Who may take the cards: `ACQUIRER`. The simulator stands for Cielo. */
export const cardAcquirers = ['simulator', 'cielo'] as const
export type CardAcquirer = (typeof cardAcquirers)[number]

/** What production must not be started with where one of them takes the cards, each as what to do about it. */
export const refusedCards = {
  simulator: refusedCielo,
  cielo: refusedCielo,
} as const satisfies Readonly<Record<CardAcquirer, unknown>>

/** The variables of the acquirers beside that of the cards; an acquirer more has a line in each of the four. */
export const besideVariables = { ...pixVariables }

export type Beside = { readonly pix: PixConfig }

/** What was read of them. Throws an Error that names what is wrong. */
export function besideOf(
  read: Parameters<typeof pixOf>[0],
  where: { production: boolean; dataDir: string },
): Beside {
  return { pix: pixOf(read, where) }
}

/** What production must not be started with, each as what to do about it. */
export function refusedBeside({ pix }: Beside, acquirer: string): string[] {
  return [...refusedPix(pix, acquirer)]
}
