import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'

export type Chunk = {
  file: string
  src?: string
  name?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  css?: string[]
  /** Workers, icons: loaded by their address. */
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/**
 * The source of each prerendered screen, by its path after `#` without the last slash; the inline script starts its
 * chunk.
 */
const screenSources: Readonly<Record<string, string>> = {
  '/ticket': 'src/site/web/WelcomePage.tsx',
  '/ticket/read': 'src/ticket/web/TicketReadPage.tsx',
  '/contact': 'src/site/web/ContactPage.tsx',
  '/terms/privacyPolicy': 'src/site/web/TermsPage.tsx',
}

/** What the app draws and people keep the address of: the inline script starts all its files. Each takes 35 bytes of the page. */
const openedSources: Readonly<Record<string, string>> = {
  '/login': 'src/account/web/access/LoginPage.tsx',
}

/** What Vite says it built. */
export function readManifest(web: string): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8'))
  if (!isManifest(manifest)) throw new Error('dist/web/manifest.json is not a manifest')
  return manifest
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (chunk: unknown) => typeof chunk === 'object' && chunk !== null && 'file' in chunk,
  )
}

/** The key of a screen's chunk by its source, or of a chunk of `chunks.ts` by its name. */
export function keyOf(manifest: Manifest, name: string): string {
  const key = manifest[name] ? name : Object.keys(manifest).find((key) => isGroup(manifest[key], name))
  if (key === undefined) throw new Error(`the build has no chunk ${name}`)
  return key
}

function isGroup(chunk: Chunk | undefined, name: string): boolean {
  return chunk?.name === name && chunk.src === undefined
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[keyOf(manifest, name)]
  if (!chunk) throw new Error(`the build has no chunk ${name}`)
  return chunk
}

/** The entry of the page. */
export function entryOf(manifest: Manifest): Chunk {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the build has no entry')
  return entry
}

/** The entry and everything that it imports at once. */
export function startFiles(manifest: Manifest): Chunk[] {
  return reach(manifest, entryOf(manifest), (chunk) => chunk.imports ?? [])
}

/** What no customer opens: the back office, and the pages of who develops. */
const notOfCustomers = /\/web\/(backoffice|dev)\//

/** Every script and style that a customer's screens may ask for. */
export function customersFiles(manifest: Manifest): string[] {
  const all = reach(manifest, entryOf(manifest), (chunk) =>
    [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].filter((name) => !notOfCustomers.test(name)),
  )
  const files = all.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
  return [...new Set(files)].map((file) => `/${file}`)
}

function reach(manifest: Manifest, from: Chunk, next: (chunk: Chunk) => readonly string[]): Chunk[] {
  const found: Chunk[] = []
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || found.includes(chunk)) return
    found.push(chunk)
    for (const name of next(chunk)) visit(manifest[name])
  }
  visit(from)
  return found
}

/** What the price's own screen stands on besides the entry; `main.tsx` asks for it where a link names a ticket. */
const earlySources = [
  'src/ticket/web/TicketReadPage.tsx',
  'ticket',
  'calls',
  'over',
  'src/app/web/afterwards.ts',
]

/**
 * The files that each prerendered screen needs besides the entry, by its path, and the early one: names in `assets`,
 * without their ending.
 */
export function filesAhead(manifest: Manifest): Readonly<Record<string, readonly string[]>> {
  const named = (chunk: Chunk | undefined) => (chunk ? [chunk.file.replace(/^assets\/|\.js$/g, '')] : [])
  const ahead: Record<string, readonly string[]> = {
    early: earlySources.flatMap((name) => named(manifest[keyOf(manifest, name)])),
  }
  for (const [path, source] of Object.entries(screenSources)) ahead[path] = named(manifest[source])
  const start = startFiles(manifest)
  for (const [path, source] of Object.entries(openedSources)) {
    const needed = reach(manifest, chunkOf(manifest, source), (chunk) => chunk.imports ?? [])
    // In one order, which is compressed once.
    ahead[path] = needed
      .filter((chunk) => !start.includes(chunk))
      .flatMap(named)
      .toSorted()
  }
  return ahead
}

/** The one sheet of the entry. */
export function startSheet(manifest: Manifest): string {
  const [sheet, ...more] = startFiles(manifest).flatMap((chunk) => chunk.css ?? [])
  if (sheet === undefined || more.length > 0) throw new Error('the entry has one style sheet')
  return sheet
}

/**
 * Vite's HTML with the first-paint script and the styles inside that `critical` picks of the entry's; screens and settings
 * still to be drawn.
 */
export function assembleTemplate(
  { root, web, manifest }: { root: string; web: string; manifest: Manifest },
  critical: (sheet: string) => string,
): string {
  const built = readFileSync(join(web, 'index.html'), 'utf8')
  const sheet = startSheet(manifest)
  const styles = critical(readFileSync(join(web, sheet), 'utf8').trim())
  const scripts = ['ahead.js', 'early.js', 'firstPaint.js'].map((name) =>
    readFileSync(join(root, 'tools/build', name), 'utf8'),
  )
  // No address names what every object has.
  const files = JSON.stringify(filesAhead(manifest)).replace('{', '{__proto__:null,')
  const firstPaint = minify(`{${scripts.join('').replace('__FILES__', files)}}`)
  return (
    built
      .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
      // A few bytes that come long before the base, whoever asks for them.
      .replace(/\s*<link rel="modulepreload"[^>]*rolldown-runtime[^>]*>/g, '')
      .replace(/\s*\n\s*/g, ' ')
      .replace(/>\s+</g, '><')
      .replace(/ \/>/g, '>')
      .replace('<!--guiche:style-->', () => `<style>${styles}</style><link id="styles" href="/${sheet}">`)
      .replace('<!--guiche:first-paint-->', () => `<script>${firstPaint}</script>`)
  )
}

function minify(script: string): string {
  const { code, errors } = minifySync('first-paint.js', script, { module: false })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join())
  return code.trim()
}

/** What the Content-Security-Policy must allow: the inline script and the inline style, by hash. */
export function inlineHashes(template: string): { scriptHashes: string[]; styleHashes: string[] } {
  const hashes = (tag: string) =>
    [...template.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map((found) =>
      sha256(found[1] ?? ''),
    )
  return { scriptHashes: hashes('script'), styleHashes: hashes('style') }
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
