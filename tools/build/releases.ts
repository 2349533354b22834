import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './template.ts'

const releasesKept = 3

/** Keeps the chunks of the last releases for pages that stay open during an update. */
export function keepReleases(web: string, manifest: Manifest): void {
  const record = join(web, '.releases.json')
  const before = readReleases(record)
  const now = [
    ...new Set(
      Object.values(manifest).flatMap(({ file, css, assets }) => [file, ...(css ?? []), ...(assets ?? [])]),
    ),
  ]
  const assets = readdirSync(join(web, 'assets')).map((name) => `assets/${name}`)
  // The manifest lacks files that workers load.
  const ofWorkers = assets.filter((file) => file.endsWith('.wasm'))
  const releases = [[...now, ...ofWorkers], ...before].slice(0, releasesKept)
  const kept = new Set(releases.flat())
  for (const file of assets) if (!kept.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(web, file))
  writeFileSync(record, JSON.stringify(releases))
}

function readReleases(record: string): string[][] {
  if (!existsSync(record)) return []
  const kept: unknown = JSON.parse(readFileSync(record, 'utf8'))
  if (!Array.isArray(kept)) return []
  return kept.filter((release) => Array.isArray(release)).map((release) => release.map(String))
}
