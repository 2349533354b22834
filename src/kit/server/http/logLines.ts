import pino, { type DestinationStream } from 'pino'

/** So long a line may wait for others, and so many bytes wait at most. */
const waitMs = 100
const mostBytes = 4096

/**
 * Lines that end on the standard output, those of a tenth of a second in one piece: a write for each costs as much as the
 * rest of the line. A warning or an error goes at once, with all that waits; so does everything when the process ends.
 */
export function logLines(dest: number | string = 1): DestinationStream {
  const out = pino.destination({ dest, sync: true, minLength: mostBytes, periodicFlush: waitMs })
  process.on('exit', () => out.flushSync())
  return {
    write(line) {
      out.write(line)
      if (isUrgent(line)) out.flushSync()
    },
  }
}

/** What pino writes begins with its level. */
const level = /^\{"level":(\d+),/

function isUrgent(line: string): boolean {
  return Number(level.exec(line)?.[1] ?? pino.levels.values['error']) >= (pino.levels.values['warn'] ?? 0)
}
