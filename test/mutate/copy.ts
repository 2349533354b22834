import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, withFault } from './fault.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['node_modules', '.git', '.cache', 'dist', 'var'])

/** A copy of the project whose files may be wrong for a while; its packages are the project's. */
type Copy = {
  readonly dir: string
  /** Writes the fault; answers the file's path. Throws when there is nothing to replace. */
  readonly spoil: (fault: Fault) => string
  /** Restores the files; answers their paths. */
  readonly mend: () => string[]
  readonly drop: () => void
}

/** Copies the working tree, committed or not; later changes of it do not matter. */
export function takeCopy(): Copy {
  const dir = mkdtempSync(join(tmpdir(), 'guiche-mutate-'))
  cpSync(root, dir, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  const spoilt = new Map<string, string>()
  return {
    dir,
    spoil: (fault) => {
      const path = join(dir, fault.file)
      const original = readFileSync(path, 'utf8')
      writeFileSync(path, withFault(original, fault))
      spoilt.set(path, original)
      return path
    },
    mend: () => {
      const paths = [...spoilt.keys()]
      for (const [path, original] of spoilt) writeFileSync(path, original)
      spoilt.clear()
      return paths
    },
    drop: () => rmSync(dir, { recursive: true, force: true }),
  }
}
