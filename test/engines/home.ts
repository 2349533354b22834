import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from '../../tools/steps/removeAtExit.ts'

/**
 * A home folder for one browser, gone with the run. Firefox refuses to run as root in somebody else's home, which is
 * what containers of CI services give it, and a home that cannot be written keeps either from starting.
 */
export function freshHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-engine-'))
  removeAtExit(folder)
  return folder
}
