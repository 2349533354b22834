import { foldForSearch } from '#kit/brazil.ts'

/** "Santa Bárbara d'Oeste" -> 'santa barbara doeste'. */
export function normaliseCityName(text: string): string {
  const plain = foldForSearch(text.replace(/\p{Cf}|['’‘`´ʼ′"()]/gu, '').replace(/[\p{Pd}\s]+/gu, ' '))
  return plain.replace(/\bd (?=[aeiou])/g, 'd')
}

/** Reads 'name - uf', 'name/uf', 'name uf' and 'name (uf)'. Without a state both are empty. */
export function parseCityAndState(text: string): { name: string; state: string } {
  const plain = text.trim().replace(/[\s,/-]+bra[sz]il$/i, '')
  const [, name = '', state = ''] = /^(.+?)[\s,/(\p{Pd}]+([a-z]{2})\)?$/iu.exec(plain) ?? []
  return { name: normaliseCityName(name), state: state.toUpperCase() }
}
