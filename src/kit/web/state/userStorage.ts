import { readStored, removeStoredByPrefix, writeStored } from './webStorage.ts'

const keyPrefix = 'guiche.own.'
const ownerKey = 'owner'

/** Deletes the values of another user; null after a logout. */
export function setStorageOwner(userId: number | null): void {
  const before = read(ownerKey)
  if (userId !== null && before === userId) return
  if (userId === null || before !== null) clearUserStorage()
  if (userId !== null) write(ownerKey, userId)
}

/** Keeps a value until logout; nothing is written once another user has signed in. */
export function writeUserValue(userId: number, name: string, value: unknown): void {
  if (read(ownerKey) === userId) write(name, value)
}

export function readUserValue(name: string): unknown {
  return read(ownerKey) === null ? null : read(name)
}

export function clearUserStorage(): void {
  removeStoredByPrefix('localStorage', keyPrefix)
}

function write(name: string, value: unknown): void {
  writeStored('localStorage', keyPrefix + name, value)
}

function read(name: string): unknown {
  return readStored('localStorage', keyPrefix + name)
}
