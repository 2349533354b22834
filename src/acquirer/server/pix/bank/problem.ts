import * as z from 'zod/mini'
import type { BankAnswer, NoAnswer } from './http.ts'

/** What the standard says of an error; banks leave parts of it out. */
const problem = z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  status: z.optional(z.number()),
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

/** The last part of a problem's type, such as 'CobOperacaoInvalida'. */
export function problemName(body: unknown): string | null {
  const type = problem.safeParse(body).data?.type ?? ''
  return /\/(\w{1,60})$/.exec(type)?.[1] ?? null
}

/** Whether this 404 is one of the API's: whatever stands in front of it says 404 too. */
export function isApiNotFound({ status, body }: BankAnswer | (NoAnswer & { body?: unknown })): boolean {
  if (status !== 404) return false
  const read = problem.safeParse(body)
  return read.success && (read.data.type !== undefined || read.data.title !== undefined)
}
