import type { Endpoint, ReplyOf, SentParams } from '../../endpoint.ts'
import { callWith } from './call.ts'

/** What can travel as a field of a form with files. */
type FormValue = string | number | boolean | Blob | null | undefined

/**
 * `await sendForm(saveLogo, { params: { id }, values: { name, logo: file } })`: multipart form data, for what has files.
 * Create and update are both a POST; an update's path ends in the id.
 */
export function sendForm<const E extends Endpoint & { readonly method: 'POST' }>(
  endpoint: E,
  { params, values }: { params?: SentParams<E>; values: Readonly<Record<string, FormValue>> },
): Promise<ReplyOf<E>> {
  return callWith(endpoint, { params, body: formDataOf(values) })
}

/** Files go as they are, true and false as '1' and '0', null as an empty text; undefined is left out. */
export function formDataOf(values: Readonly<Record<string, FormValue>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.append(name, value)
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (value !== undefined) form.append(name, String(value ?? ''))
  }
  return form
}
