import { rmSync } from 'node:fs'

/**
 * Removes a folder at exit. A failure is printed, because an exception would skip the later listeners, which
 * end child processes.
 */
export function removeAtExit(folder: string): void {
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch (error) {
      process.stderr.write(`${folder} is left there: ${String(error)}\n`)
    }
  })
}
