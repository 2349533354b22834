import { readUserValue, writeUserValue } from '#kit/web/state/userStorage.ts'

const valueName = 'shop'

/** The shop for which this person validates, as this device last heard; null for none. */
export function ownShopName(): string | null {
  const name = readUserValue(valueName)
  return typeof name === 'string' ? name : null
}

export function recordOwnShop(userId: number, name: string | null): void {
  writeUserValue(userId, valueName, name)
}
