/** A queue of faults: each call takes the first one that applies to it. */
export type FaultQueue<Fault, Met> = {
  add(fault: Fault, times: number): void
  take(met: Met): Fault | null
  clear(): void
}

/** `byChance`: the fault of a call without a queued one. */
export function createFaultQueue<Fault, Met>(
  meets: (fault: Fault, met: Met) => boolean,
  byChance: (met: Met) => Fault | null,
): FaultQueue<Fault, Met> {
  let line: Fault[] = []
  return {
    add(fault, times) {
      line.push(...Array.from({ length: times }, () => fault))
    },
    take(met) {
      const at = line.findIndex((fault) => meets(fault, met))
      return line.splice(at, at < 0 ? 0 : 1)[0] ?? byChance(met)
    },
    clear() {
      line = []
    },
  }
}
