/** The cycles of a directed graph: a shortest one of each strongly connected part, in order. */
export function findCycles(arrows: Iterable<readonly [from: string, to: string | null]>): string[][] {
  const next = new Map<string, string[]>()
  for (const [from, to] of arrows) if (to !== null) next.set(from, [...(next.get(from) ?? []), to])
  const listed = new Set<string>()
  const circles: string[][] = []
  for (const start of [...next.keys()].sort()) {
    const circle = listed.has(start) ? null : shortestCycle(next, start)
    if (!circle) continue
    for (const one of circle) listed.add(one)
    circles.push(circle)
  }
  return circles
}

/** The shortest path from `start` to itself; null when there is none. */
function shortestCycle(next: ReadonlyMap<string, readonly string[]>, start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (const at of waiting) {
    for (const to of next.get(at) ?? []) {
      if (to === start) return [...pathTo(cameFrom, start, at), start]
      if (cameFrom.has(to)) continue
      cameFrom.set(to, at)
      waiting.push(to)
    }
  }
  return null
}

function pathTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end]
  for (let at = end; at !== start;) {
    at = cameFrom.get(at) ?? start
    way.unshift(at)
  }
  return way
}
