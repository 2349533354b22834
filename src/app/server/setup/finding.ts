/** What one look at the environment found: all is well, or what to do. Never a secret. */
export type Finding = { readonly ok: boolean; readonly what: string; readonly detail: string }

export const well = (what: string, detail: string): Finding => ({ ok: true, what, detail })
export const problem = (what: string, detail: string): Finding => ({ ok: false, what, detail })

/** The text of a failure; what a library throws may be a group of them. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
