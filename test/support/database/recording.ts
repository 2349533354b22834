import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the `server` tests store their statements, a file for each test file, for the project `statements`. */
export const recordingDir = join(root, '.cache/statements')

/** The record of a test file. */
export function recordOf(testPath: string): string {
  return join(recordingDir, `${testPath.slice(root.length).replaceAll(/[^\w.]+/g, '-')}.json`)
}
