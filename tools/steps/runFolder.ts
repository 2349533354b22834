import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from './removeAtExit.ts'

const memoryFolder = '/dev/shm'
const prefix = 'guiche-test-'
/** Twice what a run writes. */
const roomBytes = 3 * 2 ** 30
const minuteMs = 60_000
/** Longer than any run: a process in another container is not visible here. */
const longestRunMs = 6 * 60 * minuteMs
const idleLimitMs = 15 * minuteMs

/**
 * A temporary folder for a run, in memory where possible: its hundred databases take a tenth of the CPU time
 * there.
 */
export function makeRunFolder(): string {
  for (const place of [memoryFolder, tmpdir()]) deleteDeadFolders(place)
  const folder = makeInMemory() ?? makeIn(tmpdir())
  // PostgreSQL's user is not root.
  chmodSync(folder, 0o755)
  removeAtExit(folder)
  return folder
}

/** A random name, because containers may share the folder and process ids. */
function makeIn(place: string): string {
  return mkdtempSync(join(place, `${prefix}${process.pid}-`))
}

function makeInMemory(): string | undefined {
  let folder: string | undefined
  try {
    folder = makeIn(memoryFolder)
    if (hasRoom() && runsPrograms(folder)) return folder
  } catch {}
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** Counts every run in progress, because each may still grow. */
function hasRoom(): boolean {
  const runs = findRunFolders(memoryFolder).filter(
    ({ alive, idleMs }) => alive || idleMs < idleLimitMs,
  ).length
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= runs * roomBytes && process.availableMemory() >= 2 * runs * roomBytes
}

/** PostgreSQL's programs are copied there, and the mount may be noexec. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  execFileSync(program)
  rmSync(program)
  return true
}

/** Deletes folders of killed runs, except other users'. */
function deleteDeadFolders(place: string): void {
  for (const { path } of findRunFolders(place).filter(({ alive, idleMs }) => !alive && idleMs > longestRunMs))
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      process.stderr.write(`${path} is left there: ${String(error)}\n`)
    }
}

type RunFolder = { readonly path: string; readonly alive: boolean; readonly idleMs: number }

function findRunFolders(place: string): readonly RunFolder[] {
  return namesIn(place).flatMap((name) => {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    const path = join(place, name)
    const changed = Number.isNaN(pid) ? undefined : lstatSync(path, { throwIfNoEntry: false })
    return changed ? [{ path, alive: isAlive(pid), idleMs: Date.now() - changed.mtimeMs }] : []
  })
}

/** Empty when missing or unreadable. */
function namesIn(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

/** A folder with this process's id, from another run, belonged to an earlier process. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
