import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Finding, root } from './sources.ts'

/** A citation of a document: the citing file, the line, and the target, with or without a heading. */
type Citation = {
  readonly where: `${string}:${number}`
  readonly document: string
  readonly anchor: string | null
}

const anchors = new Map<string, ReadonlySet<string>>()

/** The anchors of a document's headings, as GitHub and most readers make them. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const known = anchors.get(document)
  if (known) return known
  const found = anchorsIn(readFileSync(join(root, document), 'utf8'))
  anchors.set(document, found)
  return found
}

/** Lower case, blanks as hyphens, everything else but letters, digits, '-' and '_' left out; '-1' for a second one. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of markdown.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let free = slug
    for (let again = 1; found.has(free); again += 1) free = `${slug}-${again}`
    found.add(free)
  }
  return found
}

/** Every document that the files under the folders cite. */
export function citationsIn(...folders: string[]): Citation[] {
  return linesOf(folders).flatMap(({ where, line }) =>
    [...line.matchAll(/(?<![\w./*-])(\w[\w./-]*\.md)(?:#([\p{L}\p{N}_-]+))?/gu)].map(
      ([, document = '', anchor]) => ({ where, document, anchor: anchor ?? null }),
    ),
  )
}

/** Broken citations with what is missing. */
export function findBrokenCitations(citations: readonly Citation[]): Finding[] {
  return citations.flatMap(({ where, document, anchor }): Finding[] => {
    if (!existsSync(join(root, document)))
      return [`${where} ${document} -> cite a document by its path from the root`]
    if (anchor === null || anchorsOf(document).has(anchor)) return []
    return [`${where} ${document}#${anchor} -> there is no such heading`]
  })
}

/** Comment lines that mention a section, a ruling or an issue without a citation. */
export function findUnnamedDocuments(...folders: string[]): Finding[] {
  return linesOf(folders)
    .filter(({ line }) => /^\s*(\*|\/\*|\/\/|--)|\s\/\/ |\/\*\* /.test(line))
    .filter(({ line }) =>
      /\b(sections? \d|issue (\d|#|['"‘“])|rulings? \d|screens? \d|\(R\d+\)|\bruling R\d|\bR(\d|[1-3]\d|4[0-2])\b(?=[):.,]))/.test(
        line,
      ),
    )
    .map(
      ({ where, line }): Finding => `${where} ${line.trim().slice(0, 90)} -> cite docs/ by file and heading`,
    )
}

function linesOf(folders: readonly string[]): { where: `${string}:${number}`; line: string }[] {
  return folders.flatMap(filesIn).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((line, index) => ({ where: `${path}:${index + 1}` as const, line })),
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|mjs|css|sql|html)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
