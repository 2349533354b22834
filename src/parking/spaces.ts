/** docs/spec.md#fields, and 60+ by law. */
export const spaceClasses = ['normal', 'pregnant', 'disabilities', 'reserves', 'elderly'] as const
export type SpaceClass = (typeof spaceClasses)[number]

export type Spaces = Readonly<Record<SpaceClass, number>>

/** Sold spaces: of awaited cars, and of cars inside. */
export type Reserved = { readonly waiting: number; readonly inside: number }

export const noneReserved: Reserved = { waiting: 0, inside: 0 }

/** From 0 to the total, without sold ones; a car missed by the sensors counts. */
export function freeSpaces(lot: { total: Spaces; occupied: Spaces }, reserved: Reserved): Spaces {
  const free = (kind: SpaceClass, taken: number) =>
    Math.min(lot.total[kind], Math.max(0, lot.total[kind] - taken))
  return {
    normal: free('normal', lot.occupied.normal),
    pregnant: free('pregnant', lot.occupied.pregnant),
    disabilities: free('disabilities', lot.occupied.disabilities),
    reserves: free('reserves', Math.max(lot.occupied.reserves, reserved.inside) + reserved.waiting),
    elderly: free('elderly', lot.occupied.elderly),
  }
}

/** Sum over the kinds. */
export function sumSpaces(spaces: Spaces): number {
  return spaceClasses.reduce((sum, kind) => sum + spaces[kind], 0)
}
