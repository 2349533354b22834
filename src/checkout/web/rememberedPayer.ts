import { textEntriesOf } from '#kit/text/lookUp.ts'
import { hasShape } from '#kit/web/state/hasShape.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import { readStored, removeStored, writeStored } from '#kit/web/state/webStorage.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'

/** docs/spec.md#remembered-on-this-device; never a card. */
export type StoredPayer = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly cpfcnpj: string
  readonly address: Readonly<Record<string, string>>
}

const key = 'guiche.remembered'
const dayMs = 24 * 60 * 60 * 1000
const keptMs = 90 * dayMs
const rememberedShape = {
  until: 'number',
  name: 'string',
  email: 'string',
  phone: 'string',
  cpfcnpj: 'string',
} as const

const isBlocked = createStore(false)

/** Consent given in any tab counts: tabs share the storage. */
let isBlockedByScripts = () => false

export function setRememberingBlocker(blocks: () => boolean): void {
  isBlockedByScripts = blocks
}

export function useCanRemember(): boolean {
  useStore(isBlocked, false)
  return canRemember()
}

function canRemember(): boolean {
  return !isBlocked.get() && getNativeApp() === null && !isBlockedByScripts()
}

export function blockRemembering(): void {
  forgetRemembered()
  isBlocked.set(true)
}

/** Null when nothing is stored, after 90 days, or while blocked. */
export function readRemembered(): StoredPayer | null {
  if (!canRemember()) return null
  const kept = readStored('localStorage', key)
  // A later end was written under a wrong clock.
  const now = serverTime()
  if (!hasShape(kept, rememberedShape) || kept.until <= now || kept.until > now + keptMs + dayMs) {
    forgetRemembered()
    return null
  }
  const { name, email, phone, cpfcnpj } = kept
  return { name, email, phone, cpfcnpj, address: textEntriesOf(kept['address']) }
}

/** Keeps the payer for 90 days from the first time; the address stays for the same CPF. */
export function rememberPayer({ name, email, phone, cpfcnpj }: Omit<StoredPayer, 'address'>): void {
  const before = readRemembered()
  const same = before?.cpfcnpj === cpfcnpj
  writeRemembered({ name, email, phone, cpfcnpj, address: same ? before.address : {} }, same)
}

export function rememberAddress(address: Readonly<Record<string, string>>): void {
  const before = readRemembered()
  if (before) writeRemembered({ ...before, address: textEntriesOf(address) }, true)
}

export function onRememberedInOtherTab(then: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) then()
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function forgetRemembered(): void {
  removeStored('localStorage', key)
}

function writeRemembered(person: StoredPayer, keepsEnd: boolean): void {
  if (!canRemember()) return
  const kept = readStored('localStorage', key)
  const until = keepsEnd && hasShape(kept, rememberedShape) ? kept.until : serverTime() + keptMs
  writeStored('localStorage', key, { ...person, until })
}
