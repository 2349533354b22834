import { rmSync } from 'node:fs'

/**
 * Removes a folder when this process ends. What still writes there may keep it from going, which is said: thrown by a
 * listener, it would skip the listeners after this one, and those end the processes that this one has started.
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
