import * as z from 'zod/mini'
import type { BankAnswer, NoAnswer } from './http.ts'

/** What the standard says of an error; banks leave parts of it out. */
const problem = z.object({
  type: z.nullish(z.string()),
  title: z.nullish(z.string()),
  /** Some banks write an error in words of their own. */
  nome: z.nullish(z.string()),
  mensagem: z.nullish(z.string()),
})

/**
 * The name of a definite no: nothing was done. By the number's class, because banks give numbers that the standard does
 * not have. Null where it is none: 408, what is above 499, or no answer.
 */
export function refusalOf(answer: BankAnswer | NoAnswer): string | null {
  if (answer.status === null) return answer.sent ? null : 'unreached'
  if (answer.status < 400 || answer.status >= 500 || answer.status === 408) return null
  return problemName(answer.body) ?? String(answer.status)
}

/** The last part of a problem's type, such as 'CobOperacaoInvalida', or its `nome`. */
export function problemName(body: unknown): string | null {
  const { type, nome } = problem.safeParse(body).data ?? {}
  return /\/(\w{1,60})$/.exec(type ?? '')?.[1] ?? /^\w{1,60}$/.exec(nome ?? '')?.[0] ?? null
}

/** Whether this 404 is one of the API's: whatever stands in front of it says 404 too. */
export function isApiNotFound({ status, body }: BankAnswer | (NoAnswer & { body?: unknown })): boolean {
  if (status !== 404) return false
  const read = problem.safeParse(body)
  const { type, title, nome, mensagem } = read.data ?? {}
  return [type, title, nome, mensagem].some((said) => typeof said === 'string')
}
