import { foldForSearch } from '#kit/brazil.ts'

/** "Santa Bárbara d'Oeste" -> 'santa barbara doeste'. */
export function normaliseCityName(text: string): string {
  const plain = foldForSearch(text.replace(/\p{Cf}|['’‘`´ʼ′"()]/gu, '').replace(/[\p{Pd}\s]+/gu, ' '))
  return plain.replace(/\bd (?=[aeiou])/g, 'd')
}

/** 'name - uf', 'name/uf', 'name uf', 'name (uf)'; both empty without a state. */
export function parseCityAndState(text: string): { name: string; state: string } {
  const plain = text.trim().replace(/[\s,/-]+bra[sz]il$/i, '')
  const [, name = '', state = ''] = /^(.+?)[\s,/(\p{Pd}]+([a-z]{2})\)?$/iu.exec(plain) ?? []
  return { name: normaliseCityName(name), state: state.toUpperCase() }
}
