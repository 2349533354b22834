/** The result of one check; it contains no secrets. */
export type Finding = { readonly ok: boolean; readonly what: string; readonly detail: string }

export const passed = (what: string, detail: string): Finding => ({ ok: true, what, detail })
export const problem = (what: string, detail: string): Finding => ({ ok: false, what, detail })

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
