import { fits } from '#kit/web/state/fits.ts'
import { createStore, useStore } from '#kit/web/state/store.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'

/** What a guest left on this device for the next time (docs/spec.md#remembered-on-this-device). Texts, as typed. Never a card. */
export type Remembered = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly cpfcnpj: string
  /** The fields of the address form; empty until one was given. */
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

/** A foreign script runs on this page, or ran: nobody is remembered where it can read along. */
const barred = createStore(false)

/** Whether a foreign script is let into this browser: it reads in one tab what another keeps. Who lets them in says so. */
let isScriptAllowed = () => false

/** From now on nobody is remembered, nor shown, while the person allows a foreign script, in whatever tab they said so. */
export function barWhile(isAllowed: () => boolean): void {
  isScriptAllowed = isAllowed
}

/** Whether somebody may be remembered here, and shown: not in the app, and not beside a foreign script. */
export function useMayRemember(): boolean {
  useStore(barred, false)
  return mayRemember()
}

function mayRemember(): boolean {
  return !barred.get() && nativeApp() === null && !isScriptAllowed()
}

/** From now on nobody is remembered in this document, and what was kept is gone before anybody else can read it. */
export function barRemembering(): void {
  forgetRemembered()
  barred.set(true)
}

/** Who is remembered; null when nobody is, when the 90 days are over, or where nobody may be. */
export function readRemembered(): Remembered | null {
  if (!mayRemember()) return null
  const kept = read()
  // Later than it can be: the clock was ahead then, and would keep them for years.
  if (!fits(kept, kinds) || kept.until <= Date.now() || kept.until > Date.now() + keptMs) {
    forgetRemembered()
    return null
  }
  const { name, email, phone, cpfcnpj } = kept
  return { name, email, phone, cpfcnpj, address: texts(kept['address']) }
}

/**
 * Keeps who pays, for 90 days from the first time on. What was kept of somebody with another CPF goes; the address of
 * the same person stays until another one is given.
 */
export function rememberPayer({ name, email, phone, cpfcnpj }: Omit<Remembered, 'address'>): void {
  const before = readRemembered()
  const same = before?.cpfcnpj === cpfcnpj
  write({ name, email, phone, cpfcnpj, address: same ? before.address : {} }, same)
}

/** Keeps the address of who is remembered; nothing where nobody is. */
export function rememberAddress(address: Readonly<Record<string, string>>): void {
  const before = readRemembered()
  if (before) write({ ...before, address: texts(address) }, true)
}

/** Calls it when another tab of this browser has kept somebody, or forgotten them. Answers how to stop. */
export function onRememberedElsewhere(then: () => void): () => void {
  const heard = (event: StorageEvent) => {
    // Null: all of the storage is gone.
    if (event.key === key || event.key === null) then()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** Forgets who was remembered. */
export function forgetRemembered(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}

function write(person: Remembered, keepsEnd: boolean): void {
  if (!mayRemember()) return
  const kept = read()
  const until = keepsEnd && fits(kept, kinds) ? kept.until : Date.now() + keptMs
  try {
    localStorage.setItem(key, JSON.stringify({ ...person, until }))
  } catch {
    // A storage that is full or forbidden: then they type it again the next time.
    return
  }
}

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function texts(value: unknown): Record<string, string> {
  const kept = new Map<string, string>()
  if (typeof value !== 'object' || value === null) return {}
  for (const [name, text] of Object.entries(value)) if (typeof text === 'string') kept.set(name, text)
  return Object.fromEntries(kept)
}
