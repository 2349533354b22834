import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from './removeAtExit.ts'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const prefix = 'guiche-test-'
/** What a run writes, twice over. */
const roomBytes = 3 * 2 ** 30
const minute = 60_000
/** No run is that long, though its process may be another container's, which is not seen from here. */
const longestRun = 6 * 60 * minute
const quiet = 15 * minute

/**
 * A folder for what a run throws away: a hundred databases of 600 files each, copied and dropped, take a tenth of the
 * processor in memory of what they take on a disk. On the disk where this machine has no such place, or little room.
 */
export function makeRunFolder(): string {
  for (const place of [memory, tmpdir()]) forgetDead(place)
  const folder = makeInMemory() ?? makeIn(tmpdir())
  // PostgreSQL's user, who is not root, goes through it.
  chmodSync(folder, 0o755)
  removeAtExit(folder)
  return folder
}

/** Of a name that no other run has: where containers share a place, they often share the number of the process too. */
function makeIn(place: string): string {
  return mkdtempSync(join(place, `${prefix}${process.pid}-`))
}

function makeInMemory(): string | undefined {
  let folder: string | undefined
  try {
    folder = makeIn(memory)
    if (hasRoom() && runsPrograms(folder)) return folder
  } catch {
    // No such place, or not for programs.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** For every run that is under way, this one too: each may have yet to write its share. */
function hasRoom(): boolean {
  const runs = left(memory).filter(({ alive, idleMs }) => alive || idleMs < quiet).length
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= runs * roomBytes && process.availableMemory() >= 2 * runs * roomBytes
}

/** PostgreSQL's programs are copied there, which a container may forbid to run. Throws when they cannot be. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  execFileSync(program)
  rmSync(program)
  return true
}

/** A run that was killed leaves its folder; what is another user's stays. */
function forgetDead(place: string): void {
  for (const { path } of left(place).filter(({ alive, idleMs }) => !alive && idleMs > longestRun))
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      process.stderr.write(`${path} is left there: ${String(error)}\n`)
    }
}

type Left = { readonly path: string; readonly alive: boolean; readonly idleMs: number }

function left(place: string): readonly Left[] {
  return namesIn(place).flatMap((name) => {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    const path = join(place, name)
    const changed = Number.isNaN(pid) ? undefined : lstatSync(path, { throwIfNoEntry: false })
    return changed ? [{ path, alive: isAlive(pid), idleMs: Date.now() - changed.mtimeMs }] : []
  })
}

/** Nothing where there is no such place, or it is not for this user to read. */
function namesIn(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

/** A folder of this process's number that is not this run's is that of a process which had the number before. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
