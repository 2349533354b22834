import { type PixConfig, pixOf, pixVariables } from './pix.ts'
import { refusedPix } from './pixInProduction.ts'

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
