import { onlyDigits } from '#kit/brazil.ts'

/** 'maria@exemplo.com.br' -> 'm•••@exemplo.com.br'. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.trim().split('@')
  return `${[...name][0] ?? ''}•••@${host}`
}

/** '(41) 99876-5432' -> '(41) •••••-5432'. */
export function maskedPhone(phone: string): string {
  const digits = onlyDigits(phone)
  return `(${digits.slice(0, 2)}) ${'•'.repeat(Math.max(0, digits.length - 6))}-${digits.slice(-4)}`
}

/** '529.982.247-25' -> '•••.982.247-••', as on receipts. */
export function maskedCpf(cpf: string): string {
  const digits = onlyDigits(cpf)
  return `•••.${digits.slice(3, 6)}.${digits.slice(6, 9)}-••`
}

export function maskedAddress({ street, neighborhood, cityText }: Readonly<Record<string, string>>): string {
  return [street, '•••', neighborhood, cityText].filter(Boolean).join(', ')
}
