import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** A source file: its path from the root, its text, its number of lines, and the project's files that it imports. */
export type File = {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}
/** `isType`: nothing but types is imported. */
export type Import = { readonly to: string; readonly isType: boolean }

export type Tree = ReadonlyMap<string, File>

/** Every TypeScript file under the folders, without tests. */
export function treeOf(root: string, folders: readonly string[]): Tree {
  const resolved = resolverOf(root)
  const paths = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => `${folder}/${path}`)
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
    )
  return new Map(paths.toSorted().map((path) => [path, read(root, path, resolved)]))
}

type Resolver = (from: string, target: string) => string | null

function read(root: string, path: string, resolved: Resolver): File {
  const text = readFileSync(join(root, path), 'utf8')
  const imports = [...text.matchAll(statement)].flatMap(([, type, what = '', from, alone]) => {
    const to = resolved(path, from ?? alone ?? '')
    return to === null ? [] : [{ to, isType: type !== undefined || onlyTypes(what) }]
  })
  return { path, text, lines: text.trimEnd().split('\n').length, imports }
}

/** `import ... from`, `export ... from`, and `import` alone; what is imported lazily is not among them. */
const statement = /^(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s*'([^']+)'|^import\s+'([^']+)'/gm

function onlyTypes(what: string): boolean {
  const names = what
    .replace(/[{}]/g, ' ')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return what.startsWith('{') && names.length > 0 && names.every((name) => name.startsWith('type '))
}

const manifest = z.object({ imports: z.record(z.string(), z.string()) })

/** Resolves relative targets and those of `imports` in package.json; null for packages. */
function resolverOf(root: string): Resolver {
  const { imports } = z.parse(manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const folders = Object.entries(imports).map(
    ([name, folder]) => [name.slice(0, -1), folder.slice(2, -1)] as const,
  )
  return (from, target) => {
    if (target.startsWith('.')) return resolve('/', dirname(from), target).slice(1)
    const [name, folder] = folders.find(([prefix]) => target.startsWith(prefix)) ?? []
    return name === undefined ? null : `${folder}${target.slice(name.length)}`
  }
}
