import { liableParty } from '#acquirer/brands.ts'

const liabilityTexts = {
  issuer: 'Por conta do banco emissor',
  operator: 'Por conta do estacionamento',
} as const

/** Who bears a dispute of a sale, for staff: the ECI that the acquirer used decides, not what was sent. */
export function liabilityText(brand: string | null, eci: string | null): string | null {
  const liable = liableParty(brand, eci)
  return liable && `${liabilityTexts[liable]} (ECI ${eci})`
}
