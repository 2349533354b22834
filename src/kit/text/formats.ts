/** Formatters are cached: creating one takes about 60 µs. Their number is finite, as zones are. */
function getOrCreate<T>(kept: Map<string, T>, key: string, make: () => T): T {
  let found = kept.get(key)
  if (found === undefined) {
    found = make()
    kept.set(key, found)
  }
  return found
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** The returned function formats in the machine's zone by default. It throws a RangeError for an unknown zone. */
export function createDateFormat(
  locale: string,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (at: Date, timeZone?: string) => string {
  const key = JSON.stringify([locale, options])
  return (at, timeZone) =>
    getOrCreate(dateFormats, `${timeZone ?? ''} ${key}`, () =>
      timeZone === undefined
        ? new Intl.DateTimeFormat(locale, options)
        : new Intl.DateTimeFormat(locale, { ...options, timeZone }),
    ).format(at)
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** 1234.5 -> '1.234,5'; `places` decimals, else up to three. */
export function numberText(value: number, places?: number): string {
  return getOrCreate(numberFormats, String(places), () =>
    places === undefined
      ? new Intl.NumberFormat('pt-BR')
      : new Intl.NumberFormat('pt-BR', { minimumFractionDigits: places, maximumFractionDigits: places }),
  ).format(value)
}

/** -3, 'day' -> 'há 3 dias'; 2, 'hour' -> 'em 2 horas'. */
export function relativeTimeText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat('pt-BR').format(value, unit)
}
