import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file of the project: its path from the root, its lines, and the same lines without comments. */
export type Source = {
  readonly path: string
  readonly lines: readonly string[]
  readonly code: readonly string[]
}

/** A broken rule, as a clickable finding. */
export type Finding = `${string}:${number} ${string}`

/** Every TypeScript file under the folders, tests included. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => read(join(entry.parentPath, entry.name))),
  )
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8')
  return {
    path: relative(root, file),
    lines: text.replace(/\n$/, '').split('\n'),
    code: withoutComments(text),
  }
}

/** Blanks out comments, keeping the line numbers. A `//` after a colon is an address, not a comment. */
function withoutComments(text: string): string[] {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(?<![:'"`\\])\/\/(?!['"`]).*$/gm, blank)
    .split('\n')
}

export function isTest({ path }: Source): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path)
}

/** Every matching line of `code`, as a finding with what to do instead. */
export function findAll(sources: readonly Source[], pattern: RegExp, instead: string): Finding[] {
  return sources.flatMap(({ path, code }) =>
    code.flatMap((line, index): Finding[] =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 90)} -> ${instead}`] : [],
    ),
  )
}

export type Import = { readonly from: Source; readonly line: number; readonly target: string }

/** The imports of the files, types included, over several lines or not, static or not. */
export function importsOf(sources: readonly Source[]): Import[] {
  return sources.flatMap((from) => {
    const text = from.code.join('\n')
    return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g)].map((found) => ({
      from,
      line: text.slice(0, found.index).split('\n').length,
      target: found[1] ?? '',
    }))
  })
}
