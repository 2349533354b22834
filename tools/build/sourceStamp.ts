import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inputs = ['src', 'index.html', 'vite.config.ts', 'package-lock.json', 'tools/build.ts', 'tools/build']

/** A hash of the build's inputs, without tests and server code. */
export function sourceStamp(root: string): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesOf(root, input)) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(root: string, path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  const entries = readDirectory(full)
  if (entries === null) return [path]
  return entries.flatMap((name) => (isInput(name) ? filesOf(root, `${path}/${name}`) : []))
}

function isInput(name: string): boolean {
  return name !== 'server' && name !== 'simulator' && !/\.test\.tsx?$/.test(name)
}

function readDirectory(path: string): string[] | null {
  try {
    return readdirSync(path).sort()
  } catch {
    return null
  }
}
