import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tree } from './tree.ts'

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/(?!['"`]).*$/gm
const generated = /<!-- ([\w ]+) -->[\s\S]*?<!-- \/\1 -->/g
/** A translation of another document. */
const translated = 'README.pt-BR.md'

/** Words of the comments of a tree. */
export function commentWords(tree: Tree): number {
  return sum([...tree.values()].map(({ text }) => wordsIn((text.match(comment) ?? []).join('\n'))))
}

/** Words of the documents at the root and in docs, and of those beside the code; generated tables are left out. */
export function documentWords(root: string): { own: number; beside: number } {
  const all = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
  const wordsOf = (paths: readonly string[]) =>
    sum(
      paths
        .filter((path) => path.endsWith('.md') && path !== translated)
        .map((path) => wordsIn(readFileSync(join(root, path), 'utf8').replace(generated, ''))),
    )
  return {
    own: wordsOf([...readdirSync(root), ...all('docs')]),
    beside: wordsOf([...all('src'), ...all('db')]),
  }
}

/** A word has a letter or a digit. */
function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
