/** A queue of faults: each call takes the first one that applies to it. */
export type FaultQueue<Fault, Point> = {
  add(fault: Fault, times: number): void
  take(point: Point): Fault | null
  clear(): void
}

/** `byChance`: the fault of a call without a queued one. */
export function createFaultQueue<Fault, Point>(
  applies: (fault: Fault, point: Point) => boolean,
  byChance: (point: Point) => Fault | null,
): FaultQueue<Fault, Point> {
  let line: Fault[] = []
  return {
    add(fault, times) {
      line.push(...Array.from({ length: times }, () => fault))
    },
    take(point) {
      const at = line.findIndex((fault) => applies(fault, point))
      return line.splice(at, at < 0 ? 0 : 1)[0] ?? byChance(point)
    },
    clear() {
      line = []
    },
  }
}
