import pino, { type DestinationStream } from 'pino'

const waitMs = 100
const mostBytes = 4096

/** Buffers log lines for 100 ms, because a write per line is slow; warnings and the exit flush it. */
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

/** pino begins each line with its level. */
const level = /^\{"level":(\d+),/

function isUrgent(line: string): boolean {
  return Number(level.exec(line)?.[1] ?? pino.levels.values['error']) >= (pino.levels.values['warn'] ?? 0)
}
