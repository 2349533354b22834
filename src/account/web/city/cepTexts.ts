export const cepTexts = {
  searching: 'Buscando o endereço deste CEP...',
  unknown: 'Não encontramos este CEP. Confira os números ou preencha os campos abaixo.',
  failed: 'Não foi possível buscar o CEP agora. Preencha os campos abaixo.',
  other: 'Este CEP é de outro endereço. Confira os campos.',
  nothing: 'CEP encontrado. Mantivemos o que você digitou.',
} as const

const spoken = { street: 'o endereço', neighborhood: 'o bairro', gl_city_id: 'a cidade' } as const

/** 'Preenchemos o endereço e a cidade pelo CEP. Confira.' */
export function filledText(filled: readonly (keyof typeof spoken)[]): string {
  if (filled.length === 0) return cepTexts.nothing
  const names = filled.map((name) => spoken[name])
  const last = names[names.length - 1]
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} e ${last}`
  return `Preenchemos ${list} pelo CEP. Confira.`
}
