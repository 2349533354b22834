/** docs/spec.md#fields, and 60+ by law. */
export const spaceClasses = ['normal', 'pregnant', 'disabilities', 'elderly', 'reserves'] as const
type SpaceClass = (typeof spaceClasses)[number]

export const spaceNames: Readonly<Record<SpaceClass, string>> = {
  normal: 'Vagas comuns',
  pregnant: 'Vagas para gestantes',
  disabilities: 'Vagas para pessoas com deficiência',
  elderly: 'Vagas para pessoas idosas',
  reserves: 'Vagas para reserva',
}

export type Spaces = Readonly<Record<SpaceClass, number>>

/** Sold spaces: of awaited cars, and of cars inside. */
export type ReservedCount = { readonly waiting: number; readonly inside: number }

export const noReservedSpaces: ReservedCount = { waiting: 0, inside: 0 }

/** Makes one value for each class. */
export function perSpaceClass<T>(of: (kind: SpaceClass) => T): Readonly<Record<SpaceClass, T>> {
  return {
    normal: of('normal'),
    pregnant: of('pregnant'),
    disabilities: of('disabilities'),
    elderly: of('elderly'),
    reserves: of('reserves'),
  }
}

/** Free spaces, from 0 to the total: sold ones and reserved cars that sensors missed are taken. */
export function freeSpaces(
  { total, occupied }: { total: Spaces; occupied: Spaces },
  sold: ReservedCount,
): Spaces {
  const reserves = Math.max(occupied.reserves, sold.inside) + sold.waiting
  return perSpaceClass((kind) => {
    const taken = kind === 'reserves' ? reserves : occupied[kind]
    return Math.min(total[kind], Math.max(0, total[kind] - taken))
  })
}

/** Names the totals as columns and wire do. */
export function toTotalFields<T>(total: Readonly<Record<SpaceClass, T>>) {
  return {
    total_normal: total.normal,
    total_pregnant: total.pregnant,
    total_disabilities: total.disabilities,
    total_elderly: total.elderly,
    total_reserves: total.reserves,
  }
}

/** Adds the spaces of all classes. */
export function sumSpaces(spaces: Spaces): number {
  return spaceClasses.reduce((sum, kind) => sum + spaces[kind], 0)
}
