import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod/mini'

/** The first line of a backup. */
export const headLine = z.object({
  guiche: z.literal('backup'),
  version: z.literal(1),
  takenAt: z.string(),
  migrations: z.array(z.string()),
})

/** The following lines: table, rows, table end with checksum, sequences, end. */
export const bodyLine = z.union([
  z.object({ table: z.string() }),
  z.object({ rows: z.array(z.string()) }),
  z.object({ ended: z.string(), count: z.number(), sha256: z.string() }),
  z.object({ sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.number()) })) }),
  z.object({ end: z.literal(true), tables: z.number() }),
])
export type BodyLine = z.output<typeof bodyLine>

/** Counts and digests the rows of a table. */
export function rowDigest() {
  const digest: Hash = createHash('sha256')
  let count = 0
  return {
    add: (rows: readonly string[]) => {
      count += rows.length
      for (const row of rows) digest.update(row).update('\n')
    },
    sum: () => ({ count, sha256: digest.digest('hex') }),
  }
}

export const batchRows = 500
