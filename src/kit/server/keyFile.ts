import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the keys of a file that the first start creates. Throws when it is damaged, with what is `lost`. */
export function readKeyFile(dataDir: string, name: string, lost: string): string[] {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) createKeyFile(file)
  const keys = readFileSync(file, 'utf8')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
  if (keys.length > 0 && keys.every((key) => /^[0-9a-f]{64}$/i.test(key))) return keys
  throw new Error(
    `${file} is empty or damaged: a key is 64 hexadecimal characters. Put it back from a copy, or delete it ` +
      `and a new one is made; without the old one ${lost}.`,
  )
}

export function readMasterKey(dataDir: string): Buffer {
  const [key = ''] = readKeyFile(dataDir, 'master.key', 'codes that were signed with it are no good any more')
  return Buffer.from(key, 'hex')
}

/** A hard link is atomic: if another process was first, its file stays. */
function createKeyFile(file: string): void {
  const whole = `${file}.${randomBytes(8).toString('hex')}`
  writeFileSync(whole, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(whole, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(whole)
  }
}
