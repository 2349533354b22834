import * as z from 'zod/mini'
import { aside } from '../../lenient.ts'
import type { Answer } from '../../http.ts'

const problem = z.object({
  type: aside(z.string()),
  title: aside(z.string()),
  nome: aside(z.string()),
  mensagem: aside(z.string()),
})

/** Any 4xx but 408, because banks send undocumented codes. Null otherwise. */
export function refusalOf(answer: Answer): string | null {
  if (answer.status === null) return answer.sent ? null : 'unreached'
  if (answer.status < 400 || answer.status >= 500 || answer.status === 408) return null
  return problemName(answer.body) ?? String(answer.status)
}

export function problemName(body: unknown): string | null {
  const { type, nome } = problem.safeParse(body).data ?? {}
  return /\/(\w{1,60})$/.exec(type ?? '')?.[1] ?? /^\w{1,60}$/.exec(nome ?? '')?.[0] ?? null
}

/** Whether a 404 comes from the API and not from a proxy before it. */
export function isApiNotFound(answer: Answer): boolean {
  if (answer.status !== 404) return false
  const { type, title, nome, mensagem } = problem.safeParse(answer.body).data ?? {}
  return [type, title, nome, mensagem].some((field) => typeof field === 'string')
}
