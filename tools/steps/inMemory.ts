import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from './removeAtExit.ts'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const prefix = 'guiche-test-'
/** What a run writes, twice over. */
const roomBytes = 3 * 2 ** 30

/**
 * A folder for what a run throws away: a hundred databases of 600 files each, copied and dropped, take a tenth of the
 * processor in memory of what they take on a disk. On the disk where this machine has no such place, or little room.
 */
export function makeRunFolder(): string {
  const name = `${prefix}${process.pid}`
  const inMemory = join(memory, name)
  const folder = makes(inMemory) ? inMemory : join(tmpdir(), name)
  if (folder !== inMemory) forgetDead(tmpdir())
  mkdirSync(folder, { recursive: true })
  // PostgreSQL's user, who is not root, goes through it.
  chmodSync(folder, 0o755)
  removeAtExit(folder)
  return folder
}

function makes(folder: string): boolean {
  try {
    forgetDead(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < roomBytes || process.availableMemory() < 2 * roomBytes) return false
    mkdirSync(folder)
    return runsPrograms(folder)
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return false
  }
}

/** PostgreSQL's programs are copied there, which a container may forbid to run. Throws when they cannot be. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  execFileSync(program)
  rmSync(program)
  return true
}

/** A run that was killed leaves its folder. */
function forgetDead(place: string): void {
  const left = readdirSync(place).filter((name) => name.startsWith(prefix))
  for (const name of left.filter((one) => !isAlive(Number(one.slice(prefix.length)))))
    rmSync(join(place, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
