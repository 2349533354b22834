import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, withFault } from './fault.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['node_modules', '.git', '.cache', 'dist', 'var'])

/** The project in a folder of its own, where a file may be wrong for a while; its packages are the project's. */
export type Copy = {
  readonly dir: string
  /** Writes the fault, and answers the path of the file. Throws when there is nothing to replace. */
  readonly spoil: (fault: Fault) => string
  /** The file as it was. */
  readonly mend: (fault: Fault) => string
  readonly drop: () => void
}

/** Copies the working tree as it stands, committed or not. */
export function takeCopy(): Copy {
  const dir = mkdtempSync(join(tmpdir(), 'guiche-mutate-'))
  cpSync(root, dir, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  const write = (fault: Fault, text: (original: string) => string) => {
    const path = join(dir, fault.file)
    writeFileSync(path, text(readFileSync(join(root, fault.file), 'utf8')))
    return path
  }
  return {
    dir,
    spoil: (fault) => write(fault, (original) => withFault(original, fault)),
    mend: (fault) => write(fault, (original) => original),
    drop: () => rmSync(dir, { recursive: true, force: true }),
  }
}
