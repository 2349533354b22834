import { cieloProblems } from './cieloInProduction.ts'
import { type PixConfig, pixOf, pixVariables } from './pix.ts'
import { pixProblems } from './pixInProduction.ts'

/** Values of `ACQUIRER`; the simulator simulates Cielo. */
export const cardAcquirers = ['simulator', 'cielo'] as const
export type CardAcquirer = (typeof cardAcquirers)[number]

export const cardAcquirerProblems = {
  simulator: cieloProblems,
  cielo: cieloProblems,
} as const satisfies Readonly<Record<CardAcquirer, unknown>>

/** A new acquirer is added to each of these exports. */
export const extraAcquirerVariables = { ...pixVariables }

export type ExtraAcquirers = { readonly pix: PixConfig }

export function readExtraAcquirers(
  read: Parameters<typeof pixOf>[0],
  where: { production: boolean; dataDir: string },
): ExtraAcquirers {
  return { pix: pixOf(read, where) }
}

export function extraAcquirerProblems({ pix }: ExtraAcquirers, acquirer: string): string[] {
  return [...pixProblems(pix, acquirer)]
}
