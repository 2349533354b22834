type Rules = readonly (readonly [isBroken: boolean, text: string])[]

export function findBrokenRules(rules: Rules): string[] {
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text)
}

export function isHttps(address: string | null): boolean {
  return address !== null && URL.parse(address)?.protocol === 'https:'
}
