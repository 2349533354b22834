import type { Tree } from './tree.ts'

/**
 * Imports that go back up inside nouns: where two neighbouring folders of a noun import each other, those of the direction
 * that has fewer. `module.ts` collects a noun's own folders and is left out. Answers a row for each import.
 */
export function upwardImports(tree: Tree): { count: number; rows: string[] } {
  const edges = new Map<string, string[]>()
  for (const { path, imports } of tree.values()) {
    if (path.endsWith('/module.ts')) continue
    for (const { to } of imports) {
      const edge = tree.has(to) ? edgeBetweenFolders(path, to) : null
      if (edge) edges.set(edge, [...(edges.get(edge) ?? []), `  ${path} -> ${to}`])
    }
  }
  const back = [...edges].filter(([edge, there]) => {
    const opposite = edge.split(' -> ').toReversed().join(' -> ')
    const others = edges.get(opposite)?.length ?? 0
    return there.length < others || (there.length === others && edge > opposite)
  })
  const imports = back.flatMap(([, files]) => files)
  return { count: imports.length, rows: imports }
}

/** 'a/b -> a/c' of two files of one noun in folders whose paths part there; null where one folder contains the other. */
function edgeBetweenFolders(path: string, to: string): string | null {
  const [from, target] = [path.split('/').slice(0, -1), to.split('/').slice(0, -1)]
  if (from[1] !== target[1]) return null
  const parting = from.findIndex((name, at) => name !== target[at])
  if (parting === -1 || target[parting] === undefined) return null
  return `${from.slice(0, parting + 1).join('/')} -> ${target.slice(0, parting + 1).join('/')}`
}
