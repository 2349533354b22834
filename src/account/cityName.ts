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

/** One spelling for the others of a name: 'Moji Mirim' and 'Mogi Mirim', 'Assú' and 'Açu', 'Parati' and 'Paraty'. */
export function spellingKey(text: string): string {
  return normaliseCityName(text)
    .replace(/\b(?:d[aeo]s?|e) /g, '')
    .replace(/ph/g, 'f')
    .replace(/ch/g, 'x')
    .replace(/(^|[^ln])h/g, '$1')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/k/g, 'c')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/ss/g, 'c')
    .replace(/z/g, 's')
    .replace(/ae/g, 'ai')
    .replace(/eo\b/g, 'eu')
    .replace(/ea\b/g, 'ia')
    .replace(/(.)\1/g, '$1')
}
