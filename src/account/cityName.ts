import { searchable } from '#kit/brazil.ts'

/** "Santa Bárbara d'Oeste" -> 'santa barbara doeste'. */
export function citySearch(text: string): string {
  const plain = searchable(text.replace(/\p{Cf}|['’‘`´ʼ′"()]/gu, '').replace(/[\p{Pd}\s]+/gu, ' '))
  return plain.replace(/\bd (?=[aeiou])/g, 'd')
}

/** 'name - uf', 'name/uf', 'name uf', 'name (uf)'; both empty without a state. */
export function splitCity(text: string): { name: string; state: string } {
  const plain = text.trim().replace(/[\s,/-]+bra[sz]il$/i, '')
  const [, name = '', state = ''] = /^(.+?)[\s,/(\p{Pd}]+([a-z]{2})\)?$/iu.exec(plain) ?? []
  return { name: citySearch(name), state: state.toUpperCase() }
}
