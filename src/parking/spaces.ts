/** The kinds of space that a lot counts (docs/spec.md#fields, and the 60+ class of the law). */
export const spaceClasses = ['normal', 'pregnant', 'disabilities', 'reserves', 'elderly'] as const
export type SpaceClass = (typeof spaceClasses)[number]

/** One number for each kind of space. */
export type Spaces = Readonly<Record<SpaceClass, number>>

/** Reserved spaces that are spoken for: by cars still to come, and by cars inside. */
export type Reserved = { readonly waiting: number; readonly inside: number }

export const noneReserved: Reserved = { waiting: 0, inside: 0 }

/**
 * Free spaces of each kind: never negative, never above the total. A space that is sold and still waits for
 * its car is not free; a reserved car that the sensors do not see stands somewhere all the same.
 */
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
