import type { Endpoint, ReplyOf, SentParams } from '../../endpoint.ts'
import { callUntyped } from '../call/call.ts'

type FormValue = string | number | boolean | Blob | null | undefined

export function sendForm<const E extends Endpoint & { readonly method: 'POST' }>(
  endpoint: E,
  { params, values }: { params?: SentParams<E>; values: Readonly<Record<string, FormValue>> },
): Promise<ReplyOf<E>> {
  return callUntyped(endpoint, { params, body: formDataOf(values) })
}

/** Booleans become '1' and '0', null ''; undefined is omitted. */
export function formDataOf(values: Readonly<Record<string, FormValue>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.append(name, value)
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (value !== undefined) form.append(name, String(value ?? ''))
  }
  return form
}
