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
  /** Files loaded by address, such as workers and icons. */
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The source of each prerendered screen, by its path after `#` without the last slash. */
const screenSources: Readonly<Record<string, string>> = {
  '/ticket': 'src/site/web/WelcomePage.tsx',
  '/ticket/read': 'src/ticket/web/TicketReadPage.tsx',
  '/contact': 'src/site/web/ContactPage.tsx',
  '/terms/privacyPolicy': 'src/site/web/TermsPage.tsx',
}

/** Screens that people bookmark: the inline script preloads them, at 35 bytes each. */
const preloadedSources: Readonly<Record<string, string>> = {
  '/login': 'src/account/web/access/LoginPage.tsx',
}

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

export function entryOf(manifest: Manifest): Chunk {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the build has no entry')
  return entry
}

export function entryFiles(manifest: Manifest): Chunk[] {
  return reach(manifest, entryOf(manifest), (chunk) => chunk.imports ?? [])
}

/** The back office and pages for developers. */
const notForCustomers = /\/web\/backoffice\/|\/gallery\//

/** All scripts and styles of customer screens. */
export function customersFiles(manifest: Manifest): string[] {
  const all = reach(manifest, entryOf(manifest), (chunk) =>
    [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].filter((name) => !notForCustomers.test(name)),
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

/** Imports of the price screen besides the entry; `main.tsx` loads it for a link with a ticket. */
const priceScreenSources = [
  'src/ticket/web/TicketReadPage.tsx',
  'ticket',
  'calls',
  'over',
  'src/app/web/deferred.ts',
]

/** The files of each prerendered screen besides the entry: names in `assets`, without their ending. */
export function preloadFiles(manifest: Manifest): Readonly<Record<string, readonly string[]>> {
  const named = (chunk: Chunk | undefined) => (chunk ? [chunk.file.replace(/^assets\/|\.js$/g, '')] : [])
  const filesByScreen: Record<string, readonly string[]> = {
    early: priceScreenSources.flatMap((name) => named(manifest[keyOf(manifest, name)])),
  }
  for (const [path, source] of Object.entries(screenSources)) filesByScreen[path] = named(manifest[source])
  const start = entryFiles(manifest)
  for (const [path, source] of Object.entries(preloadedSources)) {
    const needed = reach(manifest, chunkOf(manifest, source), (chunk) => chunk.imports ?? [])
    // Sorted, for compression.
    filesByScreen[path] = needed
      .filter((chunk) => !start.includes(chunk))
      .flatMap(named)
      .toSorted()
  }
  return filesByScreen
}

function entrySheet(manifest: Manifest): string {
  const [sheet, ...more] = entryFiles(manifest).flatMap((chunk) => chunk.css ?? [])
  if (sheet === undefined || more.length > 0) throw new Error('the entry has one style sheet')
  return sheet
}

/** Vite's HTML with the first-paint script and the styles that `critical` selects. */
export function assembleTemplate(
  { root, web, manifest }: { root: string; web: string; manifest: Manifest },
  critical: (sheet: string) => string,
): string {
  const built = readFileSync(join(web, 'index.html'), 'utf8')
  const sheet = entrySheet(manifest)
  const styles = critical(readFileSync(join(web, sheet), 'utf8').trim())
  const scripts = ['preload.js', 'early.js', 'firstPaint.js'].map((name) =>
    readFileSync(join(root, 'tools/build', name), 'utf8'),
  )
  // The object has no prototype, because paths come from the address.
  const files = JSON.stringify(preloadFiles(manifest)).replace('{', '{__proto__:null,')
  const firstPaint = minify(`{${scripts.join('').replace('__FILES__', files)}}`)
  return (
    built
      .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
      // A few bytes that other chunks load early anyway.
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

/** Hashes for the Content-Security-Policy. */
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
