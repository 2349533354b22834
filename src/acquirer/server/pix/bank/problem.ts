import * as z from 'zod/mini'
import { nullIfInvalid } from '../../lenientFields.ts'
import type { HttpAnswer } from '../../httpClient.ts'

const problem = z.object({
  type: nullIfInvalid(z.string()),
  title: nullIfInvalid(z.string()),
  nome: nullIfInvalid(z.string()),
  mensagem: nullIfInvalid(z.string()),
})

/** Any 4xx but 408 is a refusal, because banks send undocumented codes. Null if the answer is no refusal. */
export function refusalCodeOf(answer: HttpAnswer): string | null {
  if (answer.status === null) return answer.sent ? null : 'unreached'
  if (answer.status < 400 || answer.status >= 500 || answer.status === 408) return null
  return problemName(answer.body) ?? String(answer.status)
}

export function problemName(body: unknown): string | null {
  const { type, nome } = problem.safeParse(body).data ?? {}
  return /\/(\w{1,60})$/.exec(type ?? '')?.[1] ?? /^\w{1,60}$/.exec(nome ?? '')?.[0] ?? null
}

/** Whether a 404 comes from the API and not from a proxy before it. */
export function isApiNotFound(answer: HttpAnswer): boolean {
  if (answer.status !== 404) return false
  const { type, title, nome, mensagem } = problem.safeParse(answer.body).data ?? {}
  return [type, title, nome, mensagem].some((field) => typeof field === 'string')
}
