import { onlyDigits } from '#kit/brazil.ts'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import { useStore } from '#kit/web/state/store.ts'
import type { DuplicateFlags } from '../../contract.ts'

type Duplicates = { email: string | null; cpf: string | null }

const noDuplicates: Duplicates = { email: null, cpf: null }

const duplicates = createPersonalStore(noDuplicates)

export function setDuplicates(taken: DuplicateFlags, typed: { email: string; cpfcnpj: string }): boolean {
  duplicates.set({
    email: taken.existsEmail ? typed.email.trim() : null,
    cpf: taken.existsCpfCnpj ? typed.cpfcnpj : null,
  })
  return taken.existsEmail || taken.existsCpfCnpj
}

export function clearDuplicates(): void {
  duplicates.set(noDuplicates)
}

export function useDuplicates(): Duplicates {
  return useStore(duplicates, noDuplicates)
}

export function isDuplicate(name: string, value: string, { email, cpf }: Duplicates): boolean {
  if (name === 'cpfcnpj') return cpf !== null && onlyDigits(value) === onlyDigits(cpf)
  const isEmail = name === 'email' || name === 'email_repeat'
  return isEmail && email !== null && value.trim().toLowerCase() === email.toLowerCase()
}
