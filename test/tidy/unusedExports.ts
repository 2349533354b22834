import { dirname, join, normalize } from 'node:path'
import type { Finding, Source } from './sources.ts'

/** Jobs are read by test/jobs.test.ts. */
const declared =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)\b(?! = job\()/
const imported =
  /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)\s+from\s+'([^']+)'|\bimport\(\s*'([^']+)'/g

/** Merged by `declare module` elsewhere. */
const augmented = /declare module '([^']+)' \{\s*interface (\w+)/g

/** The path from the root of an import in the file at `from`. */
function meant(from: string, target: string): string {
  if (target.startsWith('.')) return normalize(join(dirname(from), target))
  return target.replace(/^#(?!(?:db|simulators|tools|test)\/)/, 'src/').replace(/^#/, '')
}

/** Exports that no other file imports, by name or as a whole. */
export function unusedExports(files: readonly Source[]): Finding[] {
  const taken = new Map<string, Set<string>>()
  const take = (to: string, names: Iterable<string>) =>
    taken.set(to, new Set([...(taken.get(to) ?? []), ...names]))
  for (const { path, code } of files) {
    const text = code.join('\n')
    for (const [, to = '', name = ''] of text.matchAll(augmented)) take(meant(path, to), [name])
    for (const [, names = '*', target, whole = ''] of text.matchAll(imported)) {
      const words = names.startsWith('{') ? names.matchAll(/(?:^|[{,])\s*(?:type\s+)?(\w+)/g) : [['', '*']]
      take(
        meant(path, target ?? whole),
        [...words].map(([, word = '']) => word),
      )
    }
  }
  return files.flatMap(({ path, code }) =>
    code.flatMap((line, index): Finding[] => {
      const [, name] = declared.exec(line) ?? []
      const users = taken.get(path)
      const isOwn = name !== undefined && users?.has(name) !== true && users?.has('*') !== true
      return isOwn ? [`${path}:${index + 1} ${name} -> no other file imports it: drop \`export\``] : []
    }),
  )
}
