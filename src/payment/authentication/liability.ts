import { liableParty } from '#acquirer/brands.ts'

const liabilityTexts = {
  issuer: 'Por conta do banco emissor',
  operator: 'Por conta do estacionamento',
} as const

/** For staff, by the ECI that the acquirer used. */
export function liabilityText(brand: string | null, eci: string | null): string | null {
  const liable = liableParty(brand, eci)
  return liable && `${liabilityTexts[liable]} (ECI ${eci})`
}
