import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** A clock tick of /proc in milliseconds: Linux counts processor time in hundredths of a second everywhere. */
const tickMs = 10

type Stat = { parent: number; ownMs: number; endedChildrenMs: number }

/** Processor time in milliseconds of a process, its children, and those of them that have ended; Linux only. */
export function cpuMs(root: number): number {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = statOf(Number(name))
        return stat ? [[Number(name), stat] as const] : []
      }),
  )
  const sumFrom = (pid: number): number => {
    const stat = all.get(pid)
    if (!stat) return 0
    const children = [...all].filter(([, { parent }]) => parent === pid)
    return stat.ownMs + stat.endedChildrenMs + children.reduce((sum, [child]) => sum + sumFrom(child), 0)
  }
  return sumFrom(root)
}

function statOf(pid: number): Stat | null {
  try {
    // The command may contain spaces and brackets: fields 3 and on follow its last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? []
    const field = (n: number) => Number(fields[n - 3])
    return {
      parent: field(4),
      ownMs: (field(14) + field(15)) * tickMs,
      endedChildrenMs: (field(16) + field(17)) * tickMs,
    }
  } catch {
    // The process has ended meanwhile.
    return null
  }
}

/** The most memory in MB that a process has had since `resetPeak`. */
export function peakMb(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Current memory in MB, open files and sockets. */
export function heldResources(pid: number): { mb: number; files: number } {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { mb: Number(line?.[1]) / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
}
