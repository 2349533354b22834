export const timeZoneTexts = {
  'America/Sao_Paulo': 'Brasília (São Paulo, Curitiba, Recife)',
  'America/Manaus': 'Amazonas (Manaus, Porto Velho, Boa Vista)',
  'America/Cuiaba': 'Mato Grosso (Cuiabá, Campo Grande)',
  'America/Rio_Branco': 'Acre (Rio Branco)',
  'America/Noronha': 'Fernando de Noronha',
} as const

export const timeZoneChoices = Object.entries(timeZoneTexts).map(([value, text]) => ({ value, text }))

type TimeZone = keyof typeof timeZoneTexts

/** States whose zone is not Brasília's, by the first two digits of their cities' IBGE codes: RO, AC, AM, RR, MS, MT. */
const zonesOfStates: ReadonlyMap<number, TimeZone> = new Map([
  [11, 'America/Manaus'],
  [12, 'America/Rio_Branco'],
  [13, 'America/Manaus'],
  [14, 'America/Manaus'],
  [50, 'America/Cuiaba'],
  [51, 'America/Cuiaba'],
])

/** By IBGE code: Fernando de Noronha, and the municipalities of Amazonas with Acre's hour (Lei 12.876/2013). */
const zonesOfCities: ReadonlyMap<number, TimeZone> = new Map([
  [2605459, 'America/Noronha'],
  ...[
    1300201, 1300607, 1300706, 1301407, 1301506, 1301654, 1301803, 1301951, 1302306, 1302405, 1303502,
    1303908, 1304062,
  ].map((id) => [id, 'America/Rio_Branco'] as const),
])

/** A picker's city has its IBGE code as a text. */
type ChosenCity = { readonly id: number | string; readonly text: string }

/** The zone of the city's state, or of the city where it has another one. */
export function timeZoneOfCity({ id }: Pick<ChosenCity, 'id'>): TimeZone {
  const code = Number(id)
  return zonesOfCities.get(code) ?? zonesOfStates.get(Math.floor(code / 100_000)) ?? 'America/Sao_Paulo'
}

/** Null where the city has this zone. */
export function otherZoneText(city: ChosenCity | null | undefined, timeZone: string): string | null {
  if (!city || timeZoneOfCity(city) === timeZone) return null
  return `${city.text} usa o fuso ${timeZoneTexts[timeZoneOfCity(city)]}.`
}
