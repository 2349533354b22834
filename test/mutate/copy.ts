import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, withFault } from './fault.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['node_modules', '.git', '.cache', 'dist', 'var'])

/** The project in a folder of its own, where a file may be wrong for a while; its packages are the project's. */
type Copy = {
  readonly dir: string
  /** Writes the fault; answers the path of the file. Throws when there is nothing to replace. */
  readonly spoil: (fault: Fault) => string
  /** Writes the files as they were; answers their paths. */
  readonly mend: () => string[]
  readonly drop: () => void
}

/** Copies the working tree as it stands, committed or not; what becomes of it afterwards changes nothing here. */
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
