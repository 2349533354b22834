import { onlyDigits } from '#kit/brazil.ts'
import { createPersonalStore } from '#kit/web/state/personal.ts'
import { useStore } from '#kit/web/state/store.ts'
import type { Taken } from '../../contract.ts'

/** What was typed and belongs to an account already; null where nothing does. */
export type Duplicates = { email: string | null; cpf: string | null }

const none: Duplicates = { email: null, cpf: null }

/** Kept beside the form: the address and the terms also find out, and lead back to the data. */
const duplicates = createPersonalStore(none)

/** Remembers which of the two are taken; answers whether any is. */
export function setDuplicates(taken: Taken, typed: { email: string; cpfcnpj: string }): boolean {
  duplicates.set({
    email: taken.existsEmail ? typed.email.trim() : null,
    cpf: taken.existsCpfCnpj ? typed.cpfcnpj : null,
  })
  return taken.existsEmail || taken.existsCpfCnpj
}

/** Forgets them: the data were accepted. */
export function clearDuplicates(): void {
  duplicates.set(none)
}

/** What is taken of the data that were sent last. */
export function useDuplicates(): Duplicates {
  return useStore(duplicates, none)
}

/** Whether a field still holds what is taken: what was typed since is the person's, and stays. */
export function isTaken(name: string, value: string, { email, cpf }: Duplicates): boolean {
  if (name === 'cpfcnpj') return cpf !== null && onlyDigits(value) === onlyDigits(cpf)
  const isEmail = name === 'email' || name === 'email_repeat'
  return isEmail && email !== null && value.trim().toLowerCase() === email.toLowerCase()
}
