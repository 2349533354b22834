import { lookUp } from '#kit/text/lookUp.ts'

/**
 * Each digit decides one field (src/acquirer/server/cielo/README.md#8-bin). Null for anything but 6 to 19
 * digits.
 */
export function binAnswer(bin: string): object | null {
  if (!/^\d{6,19}$/.test(bin)) return null
  const [first, second, third, fourth, fifth, sixth] = bin
  const [issuer, issuerCode] = pick(sixth, banks, banks.other)
  return {
    Status: pick(fifth, { '2': '01', '3': '02' }, '00'),
    Provider: pick(first, { '3': 'AMEX', '5': 'MASTERCARD', '6': 'DISCOVER' }, 'VISA'),
    CardType: pick(second, { '3': 'Débito', '5': 'Crédito', '7': 'Crédito' }, 'Multiplo'),
    ForeignCard: third !== '1',
    CorporateCard: fourth === '1',
    Issuer: issuer,
    IssuerCode: issuerCode,
    Prepaid: second === '7',
  }
}

const banks: Readonly<Record<string, readonly [string, string]>> & { other: readonly [string, string] } = {
  '1': ['Caixa', '104'],
  '2': ['Banco do Brasil', '001'],
  other: ['Bradesco', '237'],
}

function pick<Value>(
  digit: string | undefined,
  table: Readonly<Record<string, Value>>,
  otherwise: Value,
): Value {
  return (digit === undefined ? undefined : lookUp(table, digit)) ?? otherwise
}
