import { lookUp } from '#kit/text/lookUp.ts'

type VoidMeaning = 'done' | 'underway' | 'unknown' | 'not_today' | 'no_balance' | 'over'

const meanings: Readonly<Record<string, VoidMeaning>> = {
  ...rows('done', '0 00 9 FF'),
  ...rows('underway', '10 223 476'),
  ...rows('unknown', '5 57 97 98 99 475 477 504 999 BP900 BP903'),
  // Seen in a failed void.
  ...rows('unknown', '6'),
  ...rows('not_today', '41 100'),
  ...rows('no_balance', '43 55 56 72 76'),
  ...rows('over', '17 42 130'),
}

/** src/acquirer/server/cielo/README.md#5-void */
export function voidMeaning(code: string): VoidMeaning | 'never' {
  return lookUp(meanings, code) ?? 'never'
}

function rows(meaning: VoidMeaning, codes: string): Record<string, VoidMeaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, meaning]))
}
