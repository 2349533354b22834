import { createPersonalStore } from './personalStore.ts'
import { useStore } from './store.ts'
import { readStored, removeStoredByPrefix, writeStored } from './webStorage.ts'

type Draft = Readonly<Record<string, string | boolean>>

const draftPrefix = 'guiche.draft.'
const secretFieldName = /password|senha|card|cvv|cvc|expir/i

export function withoutSecrets(values: Readonly<Record<string, unknown>>): Draft {
  const kept = new Map<string, string | boolean>()
  for (const [name, value] of Object.entries(values)) {
    const plain = typeof value === 'string' || typeof value === 'boolean'
    if (plain && !secretFieldName.test(name)) kept.set(name, value)
  }
  return Object.fromEntries(kept)
}

export function readDraft(form: string): Draft {
  const kept = readStored('sessionStorage', draftPrefix + form)
  return typeof kept === 'object' && kept !== null ? withoutSecrets({ ...kept }) : {}
}

export function writeDraft(form: string, values: Readonly<Record<string, unknown>>): void {
  writeStored('sessionStorage', draftPrefix + form, withoutSecrets(values))
}

/** False after drafts were cleared, until the next input. */
const isInputSaved = createPersonalStore(false, true)

export function useIsInputSaved(): boolean {
  return useStore(isInputSaved, true)
}

export function trackInput(): void {
  addEventListener('input', () => isInputSaved.set(true))
}

/** Called after a payment, cancellation or logout. */
export function clearDrafts(): void {
  removeStoredByPrefix('sessionStorage', draftPrefix)
}
