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
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    return
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden.
    return
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}
