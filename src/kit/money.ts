/** Reais, and the text '12,50'. */
export type WireMoney = { readonly value: number; readonly valueHuman: string }

/** 1250 centavos -> 12.5. */
export function toReais(cents: number): number {
  return cents / 100
}

/** 123456 centavos -> '1.234,56', without 'R$'. */
export function humanMoney(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${sign}${whole},${digits.slice(-2)}`
}

/** 123450 centavos -> 'R$ 1.234,50', -1047 -> '-R$ 10,47', in one line. */
export function reaisText(cents: number): string {
  return `${cents < 0 ? '-' : ''}R$\u00a0${humanMoney(Math.abs(cents))}`
}

/** `reaisText` of reais. */
export function formatReais(reais: number): string {
  return reaisText(Math.round(reais * 100))
}

/** 123456 centavos -> '1234.56'. */
export function decimalReais(cents: number): string {
  return humanMoney(cents).replaceAll('.', '').replace(',', '.')
}

/** Both wire forms of centavos. */
export function wireMoney(cents: number): WireMoney {
  return { value: toReais(cents), valueHuman: humanMoney(cents) }
}

/** 12.5, '12.50' or '12,50' -> 1250; null if malformed or with more than two decimals. */
export function parseReais(wire: number | string): number | null {
  const text = typeof wire === 'number' ? String(wire) : wire.trim().replace(',', '.')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null
  return Math.round(Number(text) * 100)
}
