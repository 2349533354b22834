import { mkdirSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const staleMs = 120_000

/** Serializes builds across processes; takes over the lock of a killed one. */
export async function withBuildLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(lock)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    if (lockAgeMs(lock) > staleMs) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function lockAgeMs(lock: string): number {
  try {
    return Date.now() - statSync(lock).mtimeMs
  } catch {
    return 0
  }
}
