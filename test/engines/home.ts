import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from '../../tools/steps/removeAtExit.ts'

/**
 * A home folder for one browser, removed with the run. Firefox refuses to run as root in another user's home, as in
 * containers of CI services, and neither browser starts with a read-only home.
 */
export function freshHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-engine-'))
  removeAtExit(folder)
  return folder
}
