import * as z from 'zod/mini'
import { numberText } from '../../text/formats.ts'

/** What a file must be. It is checked before it is sent, and by the server again. */
export type FileRule = {
  /** Types and endings, as the attribute of an input has them. */
  readonly accept: string
  readonly maxBytes: number
  /** Where there is none. */
  readonly missing: string
  /** Where it is of another kind. */
  readonly wrong: string
}

export function fileSchema(rule: FileRule) {
  return z.any().check(
    z.refine((file) => fileProblem(file, rule) === null, {
      error: ({ input }) => fileProblem(input, rule) ?? '',
    }),
  )
}

function fileProblem(file: unknown, { accept, maxBytes, missing, wrong }: FileRule): string | null {
  if (!(file instanceof File)) return missing
  if (!isAccepted(file, accept)) return wrong
  if (file.size === 0) return 'O arquivo está vazio.'
  return file.size > maxBytes ? `O arquivo é grande demais: no máximo ${fileSizeText(maxBytes)}.` : null
}

function isAccepted({ name, type }: File, accept: string): boolean {
  return accept
    .split(',')
    .some((kind) => (kind.startsWith('.') ? name.toLowerCase().endsWith(kind) : kind === type))
}

/** 98_000 -> '96 KB', 1_300_000 -> '1,2 MB'. */
export function fileSizeText(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1024
    ? `${Math.ceil(kilobytes)} KB`
    : `${numberText(Math.round(kilobytes / 102.4) / 10)} MB`
}
