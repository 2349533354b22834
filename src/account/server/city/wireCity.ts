import type * as z from 'zod/mini'
import type { city } from '../../contract.ts'
import type { City } from './cities.ts'

/** `text` is 'Nome - UF'. */
export function wireCity({ id, name, state }: City): z.output<typeof city> {
  return { id, name, state, text: `${name} - ${state}` }
}
