import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A shipped file of a tree: its path from the root, its text, and the files that it imports, types apart. */
export type File = {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}
export type Import = { readonly to: string; readonly names: readonly string[]; readonly isType: boolean }

/** Every source file under a folder, src by default: TypeScript, no tests and no styles. None where it is missing. */
export function filesOf(root: string, folder = 'src'): ReadonlyMap<string, File> {
  if (!existsSync(join(root, folder))) return new Map()
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
  return new Map(paths.map((path) => [path, read(root, path)]))
}

function read(root: string, path: string): File {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text) }
}

const statement = /^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s*'([^']+)'/gm
const lazy = /\bimport\('([^']+)'\)/g

function importsOf(path: string, text: string): Import[] {
  const eager = [...text.matchAll(statement)].flatMap(([, type, what = '', target = '']) => {
    const to = meant(path, target)
    return to === null ? [] : [{ to, ...namesIn(what), isType: type !== undefined || onlyTypes(what) }]
  })
  const late = [...text.matchAll(lazy)].flatMap(([, target = '']) => {
    const to = meant(path, target)
    return to === null ? [] : [{ to, names: [], isType: false }]
  })
  return [...eager, ...late]
}

/** `{ a, type B, c as d }` -> a, d: the values, by the names that the importing file uses. `* as x` -> x. */
function namesIn(what: string): { names: string[] } {
  const names = what
    .replace(/[{}]/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(/\s+as\s+/).at(-1) ?? part)
  return { names }
}

function onlyTypes(what: string): boolean {
  return what.startsWith('{') && what.replace(/[{}]/g, '').trim() !== '' && namesIn(what).names.length === 0
}

/** The path from the root that an import means; null for packages and for what is outside src. */
function meant(from: string, target: string): string | null {
  if (/^#(db|simulators)\//.test(target)) return target.slice(1)
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  return target.startsWith('.') ? resolve('/', dirname(from), target).slice(1) : null
}

export const nounOf = (path: string) => path.split('/')[1] ?? ''
