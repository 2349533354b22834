import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as z from 'zod/mini'

/** One JSON record a line. */
type Journal<Entry> = {
  /** Oldest first, without a line that a killed process left incomplete. */
  read(): Entry[]
  append(entry: Entry): void
  rewrite(entries: readonly Entry[]): void
}

/** Without a file nothing is stored. Throws when the file cannot be written. */
export function openJournal<Entry extends object>(
  dataFile: string | null,
  record: z.ZodMiniType<Entry>,
): Journal<Entry> {
  if (dataFile === null) return { read: () => [], append: () => {}, rewrite: () => {} }
  return {
    read: () =>
      existsSync(dataFile)
        ? readFileSync(dataFile, 'utf8')
            .split('\n')
            .flatMap((line) => parseLine(line, record) ?? [])
        : [],
    append: (entry) => appendFileSync(dataFile, `${JSON.stringify(entry)}\n`),
    rewrite(entries) {
      mkdirSync(dirname(dataFile), { recursive: true })
      const fresh = `${dataFile}.${process.pid}.new`
      writeFileSync(fresh, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      renameSync(fresh, dataFile)
    },
  }
}

function parseLine<Entry>(line: string, record: z.ZodMiniType<Entry>): Entry | null {
  try {
    const parsed = record.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
