import { textsOf } from '#kit/text/lookUp.ts'
import { fits } from '#kit/web/state/fits.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import { readStored, removeStored, writeStored } from '#kit/web/state/stored.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'

/** docs/spec.md#remembered-on-this-device; never a card. */
export type Remembered = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly cpfcnpj: string
  readonly address: Readonly<Record<string, string>>
}

const key = 'guiche.remembered'
const keptMs = 90 * 24 * 60 * 60 * 1000
const kinds = {
  until: 'number',
  name: 'string',
  email: 'string',
  phone: 'string',
  cpfcnpj: 'string',
} as const

const barred = createStore(false)

/** Consent given in any tab counts: tabs share the storage. */
let isScriptAllowed = () => false

export function blockRememberingWhile(isAllowed: () => boolean): void {
  isScriptAllowed = isAllowed
}

export function useMayRemember(): boolean {
  useStore(barred, false)
  return mayRemember()
}

function mayRemember(): boolean {
  return !barred.get() && nativeApp() === null && !isScriptAllowed()
}

export function blockRemembering(): void {
  forgetRemembered()
  barred.set(true)
}

/** Null when nothing is stored, after 90 days, or while blocked. */
export function readRemembered(): Remembered | null {
  if (!mayRemember()) return null
  const kept = readStored('localStorage', key)
  // A later end was written by a wrong clock.
  if (!fits(kept, kinds) || kept.until <= Date.now() || kept.until > Date.now() + keptMs) {
    forgetRemembered()
    return null
  }
  const { name, email, phone, cpfcnpj } = kept
  return { name, email, phone, cpfcnpj, address: textsOf(kept['address']) }
}

/** For 90 days from the first time; the address stays for the same CPF. */
export function rememberPayer({ name, email, phone, cpfcnpj }: Omit<Remembered, 'address'>): void {
  const before = readRemembered()
  const same = before?.cpfcnpj === cpfcnpj
  write({ name, email, phone, cpfcnpj, address: same ? before.address : {} }, same)
}

export function rememberAddress(address: Readonly<Record<string, string>>): void {
  const before = readRemembered()
  if (before) write({ ...before, address: textsOf(address) }, true)
}

export function onRememberedElsewhere(then: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) then()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

export function forgetRemembered(): void {
  removeStored('localStorage', key)
}

function write(person: Remembered, keepsEnd: boolean): void {
  if (!mayRemember()) return
  const kept = readStored('localStorage', key)
  const until = keepsEnd && fits(kept, kinds) ? kept.until : Date.now() + keptMs
  writeStored('localStorage', key, { ...person, until })
}
