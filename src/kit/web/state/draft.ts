import { createPersonalStore } from './personal.ts'
import { useStore } from './store.ts'

/** What a person typed, kept for this tab so that a reload or a lost signal costs nothing. Never secrets. */
export type Draft = Readonly<Record<string, string | boolean>>

const prefix = 'guiche.draft.'
const secret = /password|senha|card|cvv|cvc|expir/i

/** Drops every field whose name speaks of a password or a card. */
export function withoutSecrets(values: Readonly<Record<string, unknown>>): Draft {
  const kept = new Map<string, string | boolean>()
  for (const [name, value] of Object.entries(values)) {
    const plain = typeof value === 'string' || typeof value === 'boolean'
    if (plain && !secret.test(name)) kept.set(name, value)
  }
  return Object.fromEntries(kept)
}

/** The draft of one form, or an empty one. A damaged draft is an empty draft. */
export function readDraft(form: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? '{}')
    return typeof kept === 'object' && kept !== null ? withoutSecrets({ ...kept }) : {}
  } catch {
    return {}
  }
}

/** Keeps what was typed. A full or forbidden storage is no reason to disturb anyone. */
export function writeDraft(form: string, values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(withoutSecrets(values)))
  } catch {
    return
  }
}

/** Of what was typed nothing has been forgotten: so until somebody's visit ends, and again from the next key on. */
const isTypedKept = createPersonalStore(false, true)

/** Whether a screen may say that what was typed is kept. */
export function useTypedKept(): boolean {
  return useStore(isTypedKept, true)
}

/** Listens to fields. Called once at start. */
export function watchTyping(): void {
  addEventListener('input', () => isTypedKept.set(true))
}

/** Forgets every draft: after a payment, a cancel, a logout. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    return
  }
}
