import { readStored, removeAllStored, writeStored } from './stored.ts'

const prefix = 'guiche.own.'
const owner = 'owner'

/** Deletes another owner's values; null: signed out. */
export function setOwner(userId: number | null): void {
  const before = read(owner)
  if (userId !== null && before === userId) return
  if (userId === null || before !== null) deleteOwn()
  if (userId !== null) write(owner, userId)
}

/** Until logout, unless the owner has changed meanwhile. */
export function storeOwn(userId: number, name: string, value: unknown): void {
  if (read(owner) === userId) write(name, value)
}

export function readOwn(name: string): unknown {
  return read(owner) === null ? null : read(name)
}

export function deleteOwn(): void {
  removeAllStored('localStorage', prefix)
}

function write(name: string, value: unknown): void {
  writeStored('localStorage', prefix + name, value)
}

function read(name: string): unknown {
  return readStored('localStorage', prefix + name)
}
