/**
 * The check digit of card numbers. The sandbox looks at it only where a card is kept or tried
 * (src/acquirer/server/cielo/README.md#7-saved-cards).
 */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits !== '' && sum % 10 === 0
}
