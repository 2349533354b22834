import { type SpaceClass, spaceClasses, type Spaces } from './spaces.ts'

const names: Readonly<Record<SpaceClass, string>> = {
  normal: 'vagas comuns',
  pregnant: 'vagas para gestantes',
  disabilities: 'vagas para pessoas com deficiência',
  reserves: 'vagas para reserva',
  elderly: 'vagas para pessoas idosas',
}

type Capacity = { total: Spaces; occupied: Spaces; reserved: number }

/** Warnings about capacities below the occupied or sold spaces. */
export function capacityWarnings({ total, occupied, reserved }: Capacity): string[] {
  const full = spaceClasses
    .filter((kind) => occupied[kind] > total[kind])
    .map((kind) => `Há ${occupied[kind]} carros e só ${total[kind]} ${names[kind]}. Confira a capacidade.`)
  const oversold =
    reserved > total.reserves
      ? [`Já há ${reserved} reservas e só ${total.reserves} vagas para reserva. Confira a capacidade.`]
      : []
  return [...full, ...oversold]
}
