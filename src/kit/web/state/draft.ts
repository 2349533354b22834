import { createPersonalStore } from './personal.ts'
import { useStore } from './store.ts'
import { readStored, removeAllStored, writeStored } from './stored.ts'

type Draft = Readonly<Record<string, string | boolean>>

const prefix = 'guiche.draft.'
const secret = /password|senha|card|cvv|cvc|expir/i

export function withoutSecrets(values: Readonly<Record<string, unknown>>): Draft {
  const kept = new Map<string, string | boolean>()
  for (const [name, value] of Object.entries(values)) {
    const plain = typeof value === 'string' || typeof value === 'boolean'
    if (plain && !secret.test(name)) kept.set(name, value)
  }
  return Object.fromEntries(kept)
}

export function readDraft(form: string): Draft {
  const kept = readStored('sessionStorage', prefix + form)
  return typeof kept === 'object' && kept !== null ? withoutSecrets({ ...kept }) : {}
}

export function writeDraft(form: string, values: Readonly<Record<string, unknown>>): void {
  writeStored('sessionStorage', prefix + form, withoutSecrets(values))
}

/** False after drafts were cleared, until the next input. */
const isTypedKept = createPersonalStore(false, true)

export function useTypedKept(): boolean {
  return useStore(isTypedKept, true)
}

export function watchTyping(): void {
  addEventListener('input', () => isTypedKept.set(true))
}

/** After a payment, cancellation or logout. */
export function clearDrafts(): void {
  removeAllStored('sessionStorage', prefix)
}
