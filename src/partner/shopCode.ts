import * as z from 'zod/mini'
import { withoutSeparators } from '#kit/brazil.ts'
import { requiredText } from '#kit/fields.ts'

export const shopCodeAlphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
export const shopCodeLength = 10

export const shopCodeText = 'O código do convênio tem 10 letras e números.'

/** Ten letters as typed or scanned, also with blanks, dashes or a whole link around them. */
function extractShopCode(typed: string): string {
  const [, linked = typed] = /\/convenio\/([^/?#&]*)/i.exec(typed) ?? []
  return withoutSeparators(linked).toUpperCase()
}

export const shopCode = z.pipe(
  requiredText(500),
  z.pipe(
    z.transform(extractShopCode),
    z.string().check(z.regex(new RegExp(`^[${shopCodeAlphabet}]{${shopCodeLength}}$`), shopCodeText)),
  ),
)

/** 'ABCDEFGHJK' -> 'ABCDE FGHJK' */
export function formatShopCode(code: string): string {
  return `${code.slice(0, shopCodeLength / 2)} ${code.slice(shopCodeLength / 2)}`
}
